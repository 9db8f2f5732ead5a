// The assumed names of the vehicle network, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  getHeatMap: { point: 'type', city: 'city' },
  getVehicleDash: { filter: 'filter', series: 'series', type: 'type' },
  listNotices: { category: 'category' },
} satisfies AssumedNames;
