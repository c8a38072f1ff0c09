// Stands for the ripple of buttons: the theme puts it out, so it is never drawn.
export default () => null;
