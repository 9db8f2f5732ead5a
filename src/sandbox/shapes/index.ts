// Where the sandbox's own shapes live: by service and call the name of an export. Reading this loads no shape.

/** An own shape, and the public one that it widens where some of its names are public. */
interface OwnShape {
  readonly shape: string;
  readonly widens?: string;
}
interface OwnShapes {
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly calls: Readonly<Record<string, OwnShape>>;
}

export const ownShapes: Readonly<Record<string, OwnShapes>> = {};
