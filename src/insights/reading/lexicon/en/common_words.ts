/**
 * Words that make up most of an English review; few of them are words of other languages.
 *
 * @module
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `the and to of was is for it my they he she that with we our had have this very were you on are be so not but as at
  i'm i've it's his her their them him us been from would will there all out up if when an by job work great good service
  did do does don't didn't wasn't couldn't what who which time after again just came back over more than about other
  could can get got here how never no one only or some time home house company recommend nice highly thank thanks your
  because before any also too well even really much always every first new next day days hour hours week called call
  team these those then down into fixed done made make need needed next now same through told took went where while
  i we me am has being friendly professional quick excellent easy best love fast price staff room plumber`.split(/\s+/),
);
