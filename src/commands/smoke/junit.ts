// Writes a smoke run as JUnit XML: one suite per service, one test case per call.
import { kebab } from '../../services/catalogue/define.js';
import type { Result } from './case.js';
import { isFlaky, type Summary } from './summary.js';

/** The JUnit report; `clean` redacts secrets. */
export function junit(results: readonly Result[], summary: Summary, profile: string, clean: (text: string) => string): string {
  const services = [...new Set(results.map(({ call }) => call.service))];
  const suites = services.map((service) =>
    suite(
      service,
      results.filter(({ call }) => call.service === service),
      clean,
    ),
  );
  const { cases, failed, skipped, milliseconds, exitCode } = summary;
  const hasRunError = exitCode !== 0 && failed === 0; // a run that fails without a failed case is an error in the report
  const runErrorCounts = { tests: 1, failures: 0, errors: 1, skipped: 0, time: seconds(0) };
  if (hasRunError) suites.push(element('testsuite', { name: 'tuk smoke', ...runErrorCounts }, [runError(summary)]));
  const errors = hasRunError ? 1 : 0;
  const counts = { tests: cases + errors, failures: failed, errors, skipped, time: seconds(milliseconds) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: `tuk smoke, profile ${profile}`, ...counts }, suites)}\n`;
}

/** A test case for an error of the run itself. */
function runError({ interrupted, exitCode }: Summary): string {
  const message = `${interrupted ? 'The run was interrupted' : 'Nothing was checked'}; exit ${exitCode}`;
  const error = element('error', { message, type: interrupted ? 'interrupted' : 'nothing checked' });
  return element('testcase', { classname: 'tuk smoke', name: 'the run', time: seconds(0) }, [error]);
}

function suite(name: string, results: readonly Result[], clean: (text: string) => string): string {
  const count = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const time = results.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0);
  const counts = { tests: results.length, failures: count('failed'), errors: 0, skipped: count('skipped'), time: seconds(time) };
  return element(
    'testsuite',
    { name, ...counts },
    results.map((one) => testCase(one, clean)),
  );
}

function testCase(result: Result, clean: (text: string) => string): string {
  const { call, outcome, status, milliseconds = 0, tries, why = '', request = '', answer = '' } = result;
  const reason = clean(why).slice(0, 2000);
  const children: string[] = [];
  if (isFlaky(result)) children.push(element('properties', {}, [element('property', { name: 'flaky', value: `passed on try ${tries}` })]));
  if (outcome === 'skipped') children.push(element('skipped', { message: reason }));
  if (outcome === 'failed') {
    const message = status === undefined ? reason : `${status}: ${reason}`;
    const kind = status === undefined ? 'no answer' : status < 300 ? 'answer' : 'status';
    children.push(element('failure', { message, type: kind }, [escapeXml(clean(answer === '' ? request : `${request}\n\n${answer}`))]));
  }
  return element(
    'testcase',
    { classname: call.service, name: `${call.method} ${call.path} (${kebab(call.name)})`, time: seconds(milliseconds) },
    children,
  );
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function element(name: string, attributes: Readonly<Record<string, string | number>>, children: readonly string[] = []): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${attributeText.join('')}${children.length > 0 ? `>${children.join('')}</${name}>` : '/>'}`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text for XML 1.0; characters that XML cannot hold (control characters, lone surrogates) become escape sequences. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => entities[sign]!)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(
      /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      escapeSequence,
    );
const escapeSequence = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
