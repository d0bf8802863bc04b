/**
 * Emoji and emoticons that carry an opinion, on the scale of the word list.
 *
 * @module
 */
type Row = readonly [value: number, symbols: string];

/** Emoji and emoticons grouped by valence, separated by spaces. */
export const EMOJI: readonly Row[] = [
  [2.6, "😍 🥰 🤩 💯 🏆 🥇 🎉 🙌 👏 ❤ 💖 💕 💙 💚 💛 🧡 💜 🌟 ⭐ ✨ 🔥 <3"],
  [1.9, "😀 😃 😄 😁 😆 😊 🙂 ☺ 😎 😇 🤗 😋 👍 👌 🙏 💪 ✅ 🤝 🎊 😌 🥳 🫶 ♥ :) :-) ;) ;-) =) :D :-D :P ✔"],
  [-1.9, "😞 😔 😟 🙁 ☹ 😕 😣 😖 😩 😫 😒 🙄 😐 😑 😬 😢 😭 👎 ❌ 🚫 😓 😥 💔 🤨 :( :-( =( 🚩 ⚠"],
  [-2.8, "😠 😡 🤬 😤 🤮 🤢 💩 🗑 😱"],
];
