// Lists every call with the provenance of its response.
import { catalogues } from '../../../services/catalogue/index.js';
import { type Provenance, provenanceOf } from '../provenance.js';
import { ownShapes } from './index.js';

interface Listed {
  readonly service: string;
  readonly call: string;
  readonly source: Provenance;
  /** The name of its shape, where there is one. */
  readonly shape: string | null;
}

/** The calls in the order of the catalogue. */
export async function allShapes(): Promise<readonly Listed[]> {
  const shapeOf = (service: string, name: string) => ownShapes[service]?.calls[name]?.shape;
  return (await catalogues()).flatMap(({ name: service, calls }) =>
    Object.values(calls).map((call) => ({
      service,
      call: call.name,
      source: provenanceOf(call),
      shape: shapeOf(service, call.name) ?? call.response ?? null,
    })),
  );
}
