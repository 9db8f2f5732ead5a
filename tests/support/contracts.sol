// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

// The contracts of the tests: tokens of several manners, and a small router of the V2 form with rates that never change.

contract Token {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory symbol_, uint8 decimals_) {
        name = symbol_;
        symbol = symbol_;
        decimals = decimals_;
    }
    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }
    function approve(address spender, uint256 amount) external virtual returns (bool) {
        _approve(spender, amount);
        return true;
    }
    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }
    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }
    function _approve(address spender, uint256 amount) internal {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }
    function _spend(address from, uint256 amount) internal {
        require(allowance[from][msg.sender] >= amount, "insufficient allowance");
        allowance[from][msg.sender] -= amount;
    }
    function _move(address from, address to, uint256 amount) internal virtual {
        require(balanceOf[from] >= amount, "insufficient balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

// Keeps a hundredth of every transfer.
contract FeeToken is Token {
    constructor() Token("FEE", 18) {}
    function _move(address from, address to, uint256 amount) internal override {
        uint256 fee = amount / 100;
        super._move(from, to, amount - fee);
        super._move(from, address(0xdead), fee);
    }
}

// Returns nothing, and takes a new allowance only after a reset.
contract OldToken {
    string public constant name = "OLD";
    string public constant symbol = "OLD";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }
    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "reset it first");
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
    }
    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }
    function transferFrom(address from, address to, uint256 amount) external {
        require(allowance[from][msg.sender] >= amount, "insufficient allowance");
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }
    function _move(address from, address to, uint256 amount) internal {
        require(balanceOf[from] >= amount, "insufficient balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

interface Spendable {
    function transferFrom(address from, address to, uint256 amount) external;
    function transfer(address to, uint256 amount) external;
}

// Swaps at rates that are set: `rate[from][to]` base units of the second for 1e18 of the first. The first token of a path of coins is WETH.
contract Router {
    address public immutable WETH;
    mapping(address => mapping(address => uint256)) public rate;

    constructor(address weth) payable {
        WETH = weth;
    }
    receive() external payable {}
    function setRate(address from, address to, uint256 value) external {
        rate[from][to] = value;
    }
    function getAmountsOut(uint256 amountIn, address[] calldata path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, "INVALID_PATH");
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 1; i < path.length; i++) amounts[i] = (amounts[i - 1] * rate[path[i - 1]][path[i]]) / 1e18;
    }
    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        returns (uint256[] memory amounts)
    {
        amounts = _quote(amountIn, amountOutMin, path, deadline);
        Spendable(path[0]).transferFrom(msg.sender, address(this), amountIn);
        Spendable(path[path.length - 1]).transfer(to, amounts[amounts.length - 1]);
    }
    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts)
    {
        require(path[0] == WETH, "INVALID_PATH");
        amounts = _quote(msg.value, amountOutMin, path, deadline);
        Spendable(path[path.length - 1]).transfer(to, amounts[amounts.length - 1]);
    }
    function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        virtual
        returns (uint256[] memory amounts)
    {
        require(path[path.length - 1] == WETH, "INVALID_PATH");
        amounts = _quote(amountIn, amountOutMin, path, deadline);
        Spendable(path[0]).transferFrom(msg.sender, address(this), amountIn);
        (bool sent, ) = to.call{value: amounts[amounts.length - 1]}("");
        require(sent, "no coins");
    }
    function _quote(uint256 amountIn, uint256 amountOutMin, address[] calldata path, uint256 deadline)
        internal
        view
        returns (uint256[] memory amounts)
    {
        require(block.timestamp <= deadline, "EXPIRED");
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= amountOutMin, "INSUFFICIENT_OUTPUT_AMOUNT");
    }
}

// A proxy of EIP-1967, whose owner may change its implementation.
contract Proxy {
    bytes32 internal constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation) payable {
        upgrade(implementation);
    }
    function upgrade(address implementation) public {
        assembly {
            sstore(SLOT, implementation)
        }
    }
    receive() external payable {}
    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

// Logs a transfer that it does not make.
contract LyingToken is Token {
    constructor() Token("LYING", 18) {}
    function _move(address from, address to, uint256 amount) internal override {
        balanceOf[from] -= amount;
        balanceOf[address(0xdead)] += amount;
        emit Transfer(from, to, amount);
    }
}

// The wrapped coin: whoever has it may take out coins for it.
contract WrappedCoin is Token {
    event Withdrawal(address indexed src, uint256 wad);

    constructor() payable Token("WETH", 18) {}
    function withdraw(uint256 amount) external {
        require(balanceOf[msg.sender] >= amount, "insufficient balance");
        balanceOf[msg.sender] -= amount;
        emit Withdrawal(msg.sender, amount);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "no coins");
    }
}

// Unwraps the coins that it pays out, so that a log shows how many.
contract UnwrappingRouter is Router {
    constructor(address weth) payable Router(weth) {}
    function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        override
        returns (uint256[] memory amounts)
    {
        amounts = _quote(amountIn, amountOutMin, path, deadline);
        Spendable(path[0]).transferFrom(msg.sender, address(this), amountIn);
        WrappedCoin(WETH).withdraw(amounts[amounts.length - 1]);
        (bool sent, ) = to.call{value: amounts[amounts.length - 1]}("");
        require(sent, "no coins");
    }
}

/// A wallet without a key of its own: it accepts the signatures of its owner (EIP-1271), and reverts for those of another length.
contract OwnedWallet {
    address immutable owner;
    constructor(address owner_) {
        owner = owner_;
    }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "length");
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
