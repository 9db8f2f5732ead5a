// The contract functions that the program knows by their selectors: those that it signs, and those that it names when
// it refuses them. Data; selectors are the first four bytes of the Keccak hash of the types (Solidity ABI
// specification).

/** A function of contracts. */
export interface KnownFunction {
  /** In the notation of Solidity, for `decodeFunction`; nothing if its arguments are not decoded. */
  readonly signature?: string;
  /** The standard or the contract that has it. */
  readonly of: string;
  /** What a call of it does, as the end of "it …"; `{argument}` stands for a decoded argument. */
  readonly does: string;
  /** The arguments that are amounts of the token whose contract is called. */
  readonly amounts?: readonly string[];
  /** The arguments that are times, epoch seconds. */
  readonly times?: readonly string[];
  /** Its name in a refusal: the program never signs it. */
  readonly refusedAs?: string;
}

const v2 = 'the router of Uniswap V2 and its kin';
const swap = { of: v2, times: ['deadline'] } as const;
const permit = { of: 'EIP-2612', amounts: ['value'], times: ['deadline'] } as const;
const multicall = {
  of: 'multicall contracts',
  does: 'carries out several calls at once, which stand in its bytes',
  refusedAs: 'multicall',
} as const;

/** By selector, in small letters. */
export const knownFunctions: Readonly<Record<string, KnownFunction>> = {
  '0xa9059cbb': {
    signature: 'function transfer(address to, uint256 amount)',
    of: 'ERC-20',
    does: 'sends {amount} to {to}',
    amounts: ['amount'],
  },
  '0x095ea7b3': {
    signature: 'function approve(address spender, uint256 amount)',
    of: 'ERC-20',
    does: 'allows {spender} to spend {amount} of the sender',
    amounts: ['amount'],
  },
  '0x23b872dd': {
    signature: 'function transferFrom(address from, address to, uint256 amount)',
    of: 'ERC-20',
    does: 'sends {amount} of {from}, which has allowed it, to {to}; of an NFT the number is its id',
    amounts: ['amount'],
    refusedAs: 'transferFrom',
  },
  '0x39509351': {
    signature: 'function increaseAllowance(address spender, uint256 addedValue)',
    of: 'ERC-20 of OpenZeppelin',
    does: 'allows {spender} to spend {addedValue} more of the sender',
    amounts: ['addedValue'],
    refusedAs: 'increaseAllowance',
  },
  '0x70a08231': {
    signature: 'function balanceOf(address owner)',
    of: 'ERC-20',
    does: 'reads the balance of {owner}; it changes nothing',
  },
  '0xdd62ed3e': {
    signature: 'function allowance(address owner, address spender)',
    of: 'ERC-20',
    does: 'reads what {spender} may spend of {owner}; it changes nothing',
  },
  '0xd505accf': {
    ...permit,
    signature:
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    does: 'allows {spender} to spend {value} of {owner}, by a signature, until {deadline}',
    refusedAs: 'permit (EIP-2612)',
  },
  '0x8fcbaf0c': {
    signature:
      'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    of: 'DAI',
    does: 'allows {spender} to spend all of {holder}, or takes that back, by a signature, until {expiry}',
    times: ['expiry'],
    refusedAs: 'permit (DAI)',
  },
  '0x87517c45': {
    signature: 'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    of: 'Permit2',
    does: 'allows {spender} to spend {amount} base units of the token {token} of the sender, until {expiration}',
    times: ['expiration'],
    refusedAs: 'approve of Permit2',
  },
  '0x2b67b570': {
    of: 'Permit2',
    does: 'allows a spender to spend a token of its owner, by a signature',
    refusedAs: 'permit of Permit2',
  },
  '0xa22cb465': {
    signature: 'function setApprovalForAll(address operator, bool approved)',
    of: 'ERC-721 and ERC-1155',
    does: 'allows {operator} to move every NFT of the sender in this contract, or takes that back',
    refusedAs: 'setApprovalForAll',
  },
  '0x42842e0e': {
    signature: 'function safeTransferFrom(address from, address to, uint256 tokenId)',
    of: 'ERC-721',
    does: 'sends the NFT {tokenId} of {from} to {to}',
  },
  '0xd0e30db0': {
    signature: 'function deposit()',
    of: 'wrapped coins',
    does: 'turns the coins that are sent along into the wrapped coin',
  },
  '0x2e1a7d4d': {
    signature: 'function withdraw(uint256 amount)',
    of: 'wrapped coins',
    does: 'turns {amount} of the wrapped coin into coins',
    amounts: ['amount'],
  },
  '0xac9650d8': multicall,
  '0x5ae401dc': multicall,
  '0x1f0464d1': multicall,
  '0x252dba42': { ...multicall, refusedAs: 'aggregate (a multicall)' },
  '0x82ad56cb': { ...multicall, refusedAs: 'aggregate3 (a multicall)' },
  '0x38ed1739': {
    ...swap,
    signature:
      'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    does: 'sells {amountIn} base units of the first token of its path for at least {amountOutMin} base units of the last one, paid to {to}, until {deadline}',
  },
  '0x7ff36ab5': {
    ...swap,
    signature: 'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    does: 'sells the coins that are sent along for at least {amountOutMin} base units of the last token of its path, paid to {to}, until {deadline}',
  },
  '0x18cbafe5': {
    ...swap,
    signature:
      'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    does: 'sells {amountIn} base units of the first token of its path for coins, at least {amountOutMin} base units, paid to {to}, until {deadline}',
  },
  '0x8803dbee': {
    ...swap,
    signature:
      'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    does: 'buys {amountOut} base units of the last token of its path for at most {amountInMax} of the first one, paid to {to}, until {deadline}',
  },
  '0xfb3bdb41': {
    ...swap,
    signature: 'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
    does: 'buys {amountOut} base units of the last token of its path for at most the coins that are sent along, paid to {to}, until {deadline}',
  },
  '0x4a25d94a': {
    ...swap,
    signature:
      'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    does: 'buys {amountOut} base units of the coin for at most {amountInMax} of the first token of its path, paid to {to}, until {deadline}',
  },
};
