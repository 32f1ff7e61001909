export const words = {
  title: 'No such account for you',
  detail: 'You are signed in, but not as somebody of this account.',
};
