// The bill of materials of the package in the form of CycloneDX: every package whose code is in dist/, and what is compiled into them. Without a time and
// a serial number, so that two builds are equal.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as CDX from '@cyclonedx/cyclonedx-library';
import { bundledPackages, compiledParts } from './licences.mjs';

const licences = new CDX.Contrib.License.Factories.LicenseFactory();
const withLicence = (component, licence) => {
  if (licence) component.licenses.add(licences.makeFromString(licence));
  return component;
};
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function packageComponent({ name, version, license }) {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = purlOf(name, version);
  return withLicence(
    new CDX.Models.Component(CDX.Enums.ComponentType.Library, own, { group, version, purl, bomRef: purl }),
    license,
  );
}

/** The text of dist/sbom.cdx.json. @param inputs the sources of dist/ @param more packages whose files are copied */
export function sbom(root, inputs, more) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const bom = new CDX.Models.Bom();
  const application = packageComponent(manifest);
  application.type = CDX.Enums.ComponentType.Application;
  bom.metadata.component = application;
  for (const one of bundledPackages(root, inputs, more)) {
    const component = packageComponent(one);
    bom.components.add(component);
    application.dependencies.add(component.bomRef);
    for (const { name, kind } of compiledParts(one.name)) {
      const part = new CDX.Models.Component(CDX.Enums.ComponentType.Library, name, { bomRef: `compiled:${name}` });
      if (![...bom.components].some(({ name: other }) => other === name)) bom.components.add(withLicence(part, kind));
      component.dependencies.add(part.bomRef);
    }
  }
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const installed = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
    const component = packageComponent({ ...installed, version });
    bom.components.add(component);
    application.dependencies.add(component.bomRef);
  }
  const serializer = new CDX.Serialize.JsonSerializer(new CDX.Serialize.JSON.Normalize.Factory(CDX.Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}
