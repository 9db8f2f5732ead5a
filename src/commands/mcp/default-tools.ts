// The tools of `tuk mcp` without --all-tools and --groups: those for most questions of support, of wallets and
// swaps, and of operation. A model chooses worse among more, and each description costs it room.

/** The names of the tools, reads and changes. */
export const defaultTools: ReadonlySet<string> = new Set([
  ...['api_list', 'api_show', 'api_call', 'find', 'explain', 'wait', 'whoami', 'ops_list', 'ops_show', 'notify_list'],
  ...['assets_offerings', 'assets_vehicles', 'assets_vehicle', 'assets_incomes', 'assets_orders'],
  ...['ride_status', 'ride_places_search', 'ride_cancel_status', 'ride_request', 'ride_cancel'],
  ...['wallet_list', 'wallet_balance', 'wallet_tokens', 'wallet_price', 'wallet_history', 'wallet_allowance_list'],
  ...['wallet_withdraw_active', 'wallet_withdraw_show', 'wallet_withdraw_create', 'wallet_withdraw_cancel'],
  ...['wallet_send', 'wallet_allowance_revoke', 'swap_quote', 'swap_run', 'swap_status'],
  ...['swap_bridge_list', 'swap_bridge_show', 'swap_bridge_create'],
  ...['points_balance', 'points_history', 'points_missions_list', 'points_rank_show', 'points_earn_list'],
  ...['points_transfer', 'points_missions_claim'],
  ...['store_featured', 'store_product', 'store_order_list', 'store_order_show', 'store_inventory_list'],
  ...['store_buy', 'store_order_pay', 'store_order_cancel', 'notify_dismiss'],
  ...['depin_stations', 'depin_station', 'depin_chargers'],
]);
