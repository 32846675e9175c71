import { expect, test } from "vitest";
import { guessedLanguage } from "./language.ts";

test.each([
  ["en", "The letter was sent to you, and this is the answer."],
  ["de", "Das ist der Brief, den wir mit der Rechnung nicht senden."],
  ["fr", "La lettre est dans les archives de la ville pour une année."],
  ["es", "La carta que el cliente y los vecinos mandaron con una foto."],
  ["it", "La lettera di Anna che non è nella casa per gli amici."],
  ["nl", "Het is een brief van de buren die niet op tijd zijn."],
  ["pl", "Nie jest to list na dzisiaj, ale jak się dowiem, to do was napiszę."],
  ["sv", "Det är ett brev som inte har kommit till mig och dig."],
  ["ru", "Это письмо мы отправили вчера, ответы ещё не пришли."],
  ["uk", "Це лист, який ми надіслали вчора, і відповіді її ще немає."],
  ["bg", "Това е писмото, което изпратихме вчера на баща ти в градът."],
  ["ar", "هذه رسالة من المدينة"],
  ["fa", "این نامه را دیروز به چند نفر گفتیم پس"],
  ["ja", "これは漢字とかなの文です。"],
  ["zh", "这是一封信。"],
  ["ko", "이것은 편지입니다."],
  ["el", "Αυτό είναι ένα γράμμα."],
  ["he", "זה מכתב."],
  ["hi", "यह एक पत्र है"],
  ["en", "12 345 – 6"],
  ["en", "la"],
])("%s: %s", (language, text) => {
  expect(guessedLanguage(text)).toBe(language);
});
