package io.tidemark.simulator.text;

/** What a character is to the tokeniser; that of regular expressions in Unicode mode: words are {@code \\w}, space is {@code \\s}. */
enum CharacterClass {
    WORD,
    SPACE,
    OTHER;

    private static final int MARKS_DIGITS_CONNECTORS = 1 << Character.NON_SPACING_MARK
            | 1 << Character.ENCLOSING_MARK
            | 1 << Character.COMBINING_SPACING_MARK
            | 1 << Character.DECIMAL_DIGIT_NUMBER
            | 1 << Character.CONNECTOR_PUNCTUATION;
    private static final int SEPARATORS =
            1 << Character.SPACE_SEPARATOR | 1 << Character.LINE_SEPARATOR | 1 << Character.PARAGRAPH_SEPARATOR;
    private static final int JOINERS = 0x200c;
    private static final int NEXT_LINE = 0x85;

    static CharacterClass of(int codePoint) {
        return codePoint < 0x80 ? ofAscii(codePoint) : ofUnicode(codePoint);
    }

    private static CharacterClass ofAscii(int c) {
        boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        if (letter || (c >= '0' && c <= '9') || c == '_') {
            return WORD;
        }
        return c == ' ' || (c >= '\t' && c <= '\r') ? SPACE : OTHER;
    }

    private static CharacterClass ofUnicode(int codePoint) {
        int type = 1 << Character.getType(codePoint);
        boolean joins = (codePoint & ~1) == JOINERS;
        if (joins || (type & MARKS_DIGITS_CONNECTORS) != 0 || Character.isAlphabetic(codePoint)) {
            return WORD;
        }
        return codePoint == NEXT_LINE || (type & SEPARATORS) != 0 ? SPACE : OTHER;
    }
}
