// A smoke run as JUnit XML: a suite a service, a test case a call.
import { kebab } from '../../services/catalogue/define.js';
import type { Result } from './case.js';
import { isFlaky, type Summary } from './measured.js';

/** The report; `clean` takes secrets out of what is written. */
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
  const ended = exitCode !== 0 && failed === 0; // a run that does not pass though no case is red: the report says so, too
  const own = { tests: 1, failures: 0, errors: 1, skipped: 0, time: seconds(0) };
  if (ended) suites.push(element('testsuite', { name: 'tuk smoke', ...own }, [runCase(summary)]));
  const errors = ended ? 1 : 0;
  const counts = { tests: cases + errors, failures: failed, errors, skipped, time: seconds(milliseconds) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: `tuk smoke, profile ${profile}`, ...counts }, suites)}\n`;
}

/** The run itself as a case that is in error. */
function runCase({ interrupted, exitCode }: Summary): string {
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
  const said = clean(why).slice(0, 2000);
  const inside: string[] = [];
  if (isFlaky(result)) inside.push(element('properties', {}, [element('property', { name: 'flaky', value: `passed on try ${tries}` })]));
  if (outcome === 'skipped') inside.push(element('skipped', { message: said }));
  if (outcome === 'failed') {
    const message = status === undefined ? said : `${status}: ${said}`;
    const kind = status === undefined ? 'no answer' : status < 300 ? 'answer' : 'status';
    inside.push(element('failure', { message, type: kind }, [escaped(clean(answer === '' ? request : `${request}\n\n${answer}`))]));
  }
  return element(
    'testcase',
    { classname: call.service, name: `${call.method} ${call.path} (${kebab(call.name)})`, time: seconds(milliseconds) },
    inside,
  );
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function element(name: string, attributes: Readonly<Record<string, string | number>>, inside: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join('')}${inside.length > 0 ? `>${inside.join('')}</${name}>` : '/>'}`;
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as XML 1.0 may hold it: what it may not hold at all, control characters and halves of pairs, is spelt out. */
export const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => named[sign]!)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, spelt);
const spelt = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
