declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** All styles of the console in one order; console/build.ts makes it. */
declare module 'every-style';
