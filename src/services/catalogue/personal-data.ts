// The data of masking: the roles of personal fields by their names, and the objects that are persons. `text/mask` masks by it.

/** The role of a field that is personal; it decides how its value is masked. */
export type PersonalRole = 'name' | 'email' | 'phone' | 'network' | 'address' | 'plate' | 'birthday' | 'coordinate';

/** Roles by the last one, two or three words of a field's name, without spaces, in the singular, in lower case. */
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

/** Names that end like one of `roleByName` and are not personal: a rider finds the car of a ride by its plate (platform 6.6). */
export const noRole: ReadonlySet<string> = new Set(['carplate']);

/** The roles of the fields of a person, beside those of `roleByName`: of anything else, a name is that of a product, a station or a token, a plate that of a vehicle. */
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

/** The words that name a person, in the singular: an object in a field that ends with one is a person, and `driverName` is the name of one. */
export const personWords: ReadonlySet<string> = new Set(
  `user driver rider passenger member customer recipient receiver sender owner holder contact person people buyer seller payer payee
  beneficiary inviter invitee referrer referee friend player winner loser leader participant guest lessee lessor tenant applicant
  rewarder executer executor author`.split(/\s+/),
);
/** The words that name an object of a person, and no text: `identifiers` of UserEntity (platform 12.2). */
export const personObjectWords: ReadonlySet<string> = new Set(['identifier', 'me', 'self']);
/** The words behind a word of `personWords` that keep its meaning: `driverInfo`, `userEntity`. */
export const personSuffixes: ReadonlySet<string> = new Set(['info', 'detail', 'data', 'profile', 'entity', 'dto', 'record']);
/** The words that, in a person or behind a word of `personWords`, name the place where that person is or lives: `driverLocation`. */
export const placeWords: ReadonlySet<string> = new Set([
  ...['location', 'position', 'coordinate', 'coord', 'gps', 'geo', 'address', 'home', 'residence'],
  ...['latitude', 'longitude', 'lat', 'lng', 'lon'],
]);

/**
 * The types of persons that responses do not name: an object with all fields of one of them is a person. From UserEntity (platform 12.2), AbstractUserDto and
 * UserIdentifierEntity (`avatar`), Invitee, and the rows of a leader board.
 */
export const personTypes: readonly (readonly string[])[] = [
  ['avatar'],
  ['identifiers'],
  ['email', 'name'],
  ['invitedAt'],
  ['rank', 'score'],
];
/** An object with one of these fields is a thing, with a name and a plate of its own, unless the field that holds it names a person. */
export const thingFields: readonly string[] = [
  ...['symbol', 'decimals', 'chainId', 'contractAddress'],
  ...['price', 'stock', 'productCode'],
  ...['vin', 'chassis', 'model', 'odometer', 'battery'],
];

/** Sentences of services that name a person, as in "Sent to Dara Sok": group 1 stays, group 2 is the name. */
export const personSentences: readonly RegExp[] = [
  /(\b(?:[Ss]ent|[Gg]ave|[Gg]iven|[Gg]ift|[Tt]ransfer|[Tt]ransferred|[Rr]eceived|[Ii]nvited)\b[^.!?\n]{0,200}?\b(?:to|from|by) )(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)+)(?=[.,;:!?)]|$)/gu,
];
