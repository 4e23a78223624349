package io.tidemark.simulator.text;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The simulated model's tokeniser: one token per run of letters, digits and underscores, and one per other character that is
 * not white space. Ids are hashes, so that equal words have equal ids. Stateless.
 */
public final class Tokenizer {
    /** Ids are below this; the ids of control tokens lie above. */
    static final int VOCABULARY = 1 << 24;

    static final int END_OF_TURN = VOCABULARY + 1;

    public int[] ids(String text) {
        TokenIdList ids = new TokenIdList();
        tokens(text, (from, to) -> ids.add(id(text, from, to)));
        return ids.toArray();
    }

    /** Adds the tokens of a text. */
    void add(String text, TokenIdList ids) {
        tokens(text, (from, to) -> ids.add(id(text, from, to)));
    }

    /** Takes a token: where it begins, and where it has ended. */
    @FunctionalInterface
    private interface Token {
        void at(int from, int to);
    }

    private static void tokens(String text, Token token) {
        int at = 0;
        while (at < text.length()) {
            int first = text.codePointAt(at);
            CharacterClass kind = CharacterClass.of(first);
            int next = at + Character.charCount(first);
            if (kind == CharacterClass.WORD) {
                next = wordEnd(text, next);
            }
            if (kind != CharacterClass.SPACE) {
                token.at(at, next);
            }
            at = next;
        }
    }

    private static int wordEnd(String text, int from) {
        int at = from;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (CharacterClass.of(codePoint) != CharacterClass.WORD) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return at;
    }

    /** Text for ids. Ids are hashes, so it is not the text that gave them; it has as many tokens. */
    public String textOf(int... ids) {
        return Arrays.stream(ids)
                .filter(id -> id < VOCABULARY)
                .mapToObj(id -> "w" + Integer.toHexString(id))
                .collect(Collectors.joining(" "));
    }

    public int count(String text) {
        return ids(text).length;
    }

    /** The control token that opens a turn of {@code role}. */
    static int startOfTurn(String role) {
        return VOCABULARY + 2 + (role.hashCode() & 0xffff);
    }

    /** From the word's hash code, as {@link String#hashCode} defines it. */
    private static int id(String text, int from, int to) {
        int word = 0;
        for (int i = from; i < to; i++) {
            word = 31 * word + text.charAt(i);
        }
        int hash = word * 0x9e3779b1;
        return (hash ^ (hash >>> 15)) & (VOCABULARY - 1);
    }
}
