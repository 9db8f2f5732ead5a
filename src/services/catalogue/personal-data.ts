// The data of masking: personal fields by name, and the objects that are persons. `text/mask` masks by it.

/** The role of a personal field, which decides how its value is masked. */
export type PersonalRole = 'name' | 'email' | 'phone' | 'network' | 'address' | 'plate' | 'birthday' | 'coordinate';

/** Roles by the last one, two or three words of a field's name: in the singular and lower case, without spaces. */
export const roleByName: Readonly<Record<string, PersonalRole>> = {
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  mailaddress: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  mobilenumber: 'phone',
  telephone: 'phone',
  telephonenumber: 'phone',
  tel: 'phone',
  msisdn: 'phone',
  ip: 'network',
  ipaddress: 'network',
  nickname: 'name',
  username: 'name',
  screenname: 'name',
  displayname: 'name',
  fullname: 'name',
  firstname: 'name',
  middlename: 'name',
  lastname: 'name',
  givenname: 'name',
  familyname: 'name',
  maidenname: 'name',
  legalname: 'name',
  realname: 'name',
  forename: 'name',
  surname: 'name',
  licenseplate: 'plate',
  licenceplate: 'plate',
  numberplate: 'plate',
  birthday: 'birthday',
  birthdate: 'birthday',
  dateofbirth: 'birthday',
  dob: 'birthday',
  homeaddress: 'address',
  streetaddress: 'address',
  postaladdress: 'address',
  mailingaddress: 'address',
  shippingaddress: 'address',
  deliveryaddress: 'address',
  billingaddress: 'address',
};

/**
 * Names that end like a name of `roleByName` and are not personal: a rider finds the car by its plate (platform 6.6).
 */
export const noRole: ReadonlySet<string> = new Set(['carplate']);

/**
 * Additional roles in persons. Elsewhere a name may belong to a product, a station or a token, a plate to a vehicle.
 */
export const roleInPerson: Readonly<Record<string, PersonalRole>> = {
  name: 'name',
  nick: 'name',
  plate: 'plate',
  address: 'address',
  street: 'address',
  latitude: 'coordinate',
  longitude: 'coordinate',
  lat: 'coordinate',
  lng: 'coordinate',
  lon: 'coordinate',
  location: 'address',
  position: 'address',
  home: 'address',
};

/**
 * Words that name a person, in the singular. An object in a field that ends with one is a person; `driverName` is a
 * person's name.
 */
export const personWords: ReadonlySet<string> = new Set(
  `user driver rider passenger member customer recipient receiver sender owner holder contact person people buyer seller payer payee
  beneficiary inviter invitee referrer referee friend player winner loser leader participant guest lessee lessor tenant applicant
  rewarder executer executor author`.split(/\s+/),
);
/** Words that name an object of a person, but not a text: `identifiers` of UserEntity (platform 12.2). */
export const personObjectWords: ReadonlySet<string> = new Set(['identifier', 'me', 'self']);
/** Words after a word of `personWords` that keep its meaning: `driverInfo`, `userEntity`. */
export const personSuffixes: ReadonlySet<string> = new Set([
  'info',
  'detail',
  'data',
  'profile',
  'entity',
  'dto',
  'record',
]);
/** Words that name a person's place, in a person or after a word of `personWords`: `driverLocation`. */
export const placeWords: ReadonlySet<string> = new Set([
  ...['location', 'position', 'coordinate', 'coord', 'gps', 'geo', 'address', 'home', 'residence'],
  ...['latitude', 'longitude', 'lat', 'lng', 'lon'],
]);

/**
 * Types of persons that responses do not name: an object with all fields of one list is a person. From UserEntity
 * (platform 12.2), AbstractUserDto and UserIdentifierEntity (`avatar`), Invitee, and the rows of a leader board.
 */
export const personTypes: readonly (readonly string[])[] = [
  ['avatar'],
  ['identifiers'],
  ['email', 'name'],
  ['invitedAt'],
  ['rank', 'score'],
];
/** An object with one of these fields is a thing with its own name and plate, unless its field names a person. */
export const thingFields: readonly string[] = [
  ...['symbol', 'decimals', 'chainId', 'contractAddress'],
  ...['price', 'stock', 'productCode'],
  ...['vin', 'chassis', 'model', 'odometer', 'battery'],
];

/** Sentences of services that name a person, as in "Sent to Dara Sok": group 1 stays, group 2 is the name. */
export const personSentences: readonly RegExp[] = [
  /(\b(?:[Ss]ent|[Gg]ave|[Gg]iven|[Gg]ift|[Tt]ransfer|[Tt]ransferred|[Rr]eceived|[Ii]nvited)\b[^.!?\n]{0,200}?\b(?:to|from|by) )(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)+)(?=[.,;:!?)]|$)/gu,
];
