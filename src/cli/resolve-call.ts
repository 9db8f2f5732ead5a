// Resolves typed names of services and calls.
import { type Call, callTyped, kebab, type Service } from '../services/catalogue/define.js';
import { isService, type ServiceName, serviceNames } from '../services/catalogue/index.js';
import { BadInput } from '../services/http/errors.js';
import { suggestion } from './suggest.js';

/** The service of a typed name. @throws {BadInput} with the closest name */
export function serviceNamed(typed: string): ServiceName {
  if (isService(typed)) return typed;
  throw new BadInput(
    'UNKNOWN_SERVICE',
    `There is no service ${JSON.stringify(typed)}.`,
    suggestion(typed, serviceNames),
  );
}

/** The call of a typed name, `get-request` or `getRequest`. @throws {BadInput} with the closest name */
export function callNamed(service: Service, typed: string): Call {
  const call = callTyped(service.calls, typed);
  if (call) return call;
  const names = Object.values(service.calls).map(({ name }) => kebab(name));
  throw new BadInput(
    'UNKNOWN_CALL',
    `The service ${service.name} has no call ${JSON.stringify(typed)}.`,
    suggestion(typed, names, `List them: tuk api ${service.name} --help`),
  );
}
