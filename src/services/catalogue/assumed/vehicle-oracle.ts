// The assumed names of the vehicle network: those of the sandbox.
import type { Assumed } from '../define.js';

export default {
  getHeatMap: { point: 'type', city: 'city' },
  getVehicleDash: { filter: 'filter', series: 'series', type: 'type' },
  listNotices: { category: 'category' },
} satisfies Assumed;
