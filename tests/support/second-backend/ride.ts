// The ride-hailing service of the second back end, with the published enums of CONTRACT.md 5.
import { created201, ok200, pathSegment, stateMachine, valuesIn } from './course.js';
import { Refusal, type Routes } from './http.js';
import type { Sessions } from './sessions.js';

const places = [
  {
    placeId: 'pl-market',
    name: 'Night market',
    address: 'Quay 1',
    locationPoint: { latitude: 11.5765, longitude: 104.9282 },
    subPlaces: [],
  },
  { placeId: 'pl-station', name: 'Old station', address: 'Rail Street 7', locationPoint: null, subPlaces: [] }, // like a Google result
];

/** The statuses of a ride by its product: to a good end, to a bad one, and through an unknown status. */
const begun = ['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'MATCHED', 'CONFIRMED', 'ASSIGNED'];
const statusSequences: Readonly<Record<string, readonly string[]>> = {
  STANDARD: [...begun, 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'],
  STORMY: [...begun, 'DRIVER_CANCELED'],
  SCENIC: [...begun, 'ADMIRING_THE_VIEW', 'INUSE', 'FINISHED'],
};
const driverInfo = { name: 'Sok Vireak', carPlate: '2AB-3456', carModel: 'Bajaj RE', carColor: 'green', profilePhotoUrl: null };

export function rideRoutes({ signedIn }: Sessions): Routes {
  const rides = stateMachine<{ readonly rideRequestId: string; readonly productCode: string; readonly fare: number }>('ride');
  const checkSums = new Set<string>();
  let count = 0;
  let active: string | undefined;
  const rideResponse = (id: string) => {
    const { word: status, ...ride } = rides.next(id);
    return { ...ride, status, ...(!begun.includes(status) && { driverInfo }), rideShareUrl: null };
  };
  return {
    'GET /ride-hailing/v1/places/search': signedIn((_, { query }) => {
      const requests = [...query.values()].map((value) => value.toLowerCase());
      return ok200(places.filter(({ name }) => requests.some((word) => name.toLowerCase().includes(word))));
    }),
    'GET /ride-hailing/v1/places/{id}': signedIn((_, request) => {
      const place = places.find(({ placeId }) => placeId === pathSegment(request, 3));
      if (!place) throw new Refusal(404, 'No such place');
      return ok200(place);
    }),
    'GET /ride-hailing/v1/phone-verification/check': signedIn(() => ok200({ verified: true })),
    'POST /ride-hailing/v1/rides/base-search': signedIn((_, { body }) => {
      valuesIn(body);
      const checkSum = `cs-${checkSums.size + 1}`;
      checkSums.add(checkSum);
      const products = Object.keys(statusSequences).map((productCode, at) => ({ productCode, fare: 7000 + 250 * at, fareCurrency: 'KHR' }));
      return created201({ checkSum, products });
    }),
    'POST /ride-hailing/v1/rides/pre-request': signedIn((_, { body }) => {
      const words = valuesIn(body);
      if (!words.some((word) => checkSums.has(word))) throw new Refusal(422, 'The search is over', 'SEARCH_OVER');
      const productCode = words.find((word) => word in statusSequences);
      if (productCode === undefined) throw new Refusal(400, 'No such product');
      const rideRequestId = `RR-${++count}`;
      active = rideRequestId;
      const { word: status, ...ride } = rides.start(
        rideRequestId,
        { rideRequestId, productCode, fare: 7000 },
        statusSequences[productCode]!,
      );
      return created201({ ...ride, status });
    }),
    'GET /ride-hailing/v1/rides/request/active': signedIn(() => {
      if (active === undefined) throw new Refusal(404, 'No ride is under way');
      return ok200(rideResponse(active));
    }),
    'GET /ride-hailing/v1/rides/request/{id}': signedIn((_, request) => ok200(rideResponse(pathSegment(request, 4)))),
    'GET /ride-hailing/v1/rides/request/{id}/pre-request': signedIn((_, request) =>
      ok200({ rideRequestId: pathSegment(request, 4), paidBy: null }),
    ),
    'GET /ride-hailing/v1/rides/cancel-status': signedIn(() => ok200({ isFreeCancel: true })),
    'POST /ride-hailing/v1/rides/request/{id}/cancel': signedIn((_, request) => {
      rides.setWords(pathSegment(request, 4), ['USER_CANCELED']);
      return created201({ isFreeCancel: true, pickupStartTime: null, cancelRequestedAt: new Date().toISOString() });
    }),
  };
}
