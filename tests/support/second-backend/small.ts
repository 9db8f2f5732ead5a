// The image factory and the notification service of the second back end. None of their responses are public: the field names are invented here.
import { created201, ok200, pathSegment, valuesIn } from './course.js';
import { Refusal, type Routes } from './http.js';
import type { Sessions } from './sessions.js';

/** SPEC.md 3, "Image generation". */
const fonts = ['D2Coding', 'MaruBuri', 'NanumGothic', 'Poppins'];

export function smallRoutes({ signedIn }: Sessions): Routes {
  let inbox = [
    { id: 'NT-1', about: 'MISSION_GROUP', line: 'Rain week has begun', struck: 1_763_600_000 },
    { id: 'NT-2', about: 'INVENTORY_ITEM', line: 'A cape is yours', struck: 1_763_610_000 },
    { id: 'NT-3', about: 'WEATHER', line: 'It pours', struck: 1_763_620_000 }, // no known word
  ];
  return {
    /** A picture is an SVG of the text. */
    'POST /image-factory/image-factory/create'({ body }) {
      const words = valuesIn(body);
      const font = words.find((word) => fonts.includes(word));
      if (font === undefined) throw new Refusal(400, 'No such font');
      const text = words
        .find((word) => word !== font)
        ?.replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><text y="50" font-family="${font}">${text}</text></svg>\n`;
      return { ...created201(svg), headers: { 'content-type': 'image/svg+xml' } };
    },
    'GET /notification/v1/entity-notifications': signedIn(() => ok200({ inbox, unread: inbox.length })),
    'DELETE /notification/v1/entity-notifications/{id}': signedIn((_, request) => {
      const id = pathSegment(request, 3);
      if (!inbox.some((one) => one.id === id)) throw new Refusal(404, 'Gone already', 'GONE');
      inbox = inbox.filter((one) => one.id !== id);
      return ok200({ struckOff: id });
    }),
  };
}
