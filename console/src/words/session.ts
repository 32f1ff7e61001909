/** Texts of signing in, links and the set-up. */
export const words = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  forgotten: 'Forgotten your password?',
  failed: 'Signing in did not work',
  tooOften: (seconds: number) => `Too many attempts. You can try again in ${seconds} s.`,
  whichAccount: 'Which account?',
  checking: 'One moment',
} as const;
