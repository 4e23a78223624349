package io.tidemark.simulator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens are what a regular expression in Unicode mode finds. */
class TokenizerTest {
    private static final Pattern TOKEN = Pattern.compile("\\w+|[^\\w\\s]", Pattern.UNICODE_CHARACTER_CLASS);
    private static final String LIKELY =
            "ab z_09.,;!\"\\-()\n\t\r {}\u00e9\u6771\u0301\u200d\u00a0\u0085\u203f\ud83d\ude00\ud83d";

    private final Tokenizer tokenizer = new Tokenizer();

    private static int[] expected(String text) {
        return TOKEN.matcher(text)
                .results()
                .mapToInt(token -> {
                    int hash = token.group().hashCode() * 0x9e3779b1;
                    return (hash ^ (hash >>> 15)) & (Tokenizer.VOCABULARY - 1);
                })
                .toArray();
    }

    @Test
    void everyCharacterIsOfTheKindThatTheExpressionFinds() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = "a" + Character.toString(c) + "b";
            assertThat(tokenizer.count(text)).as("U+%04X", c).isEqualTo(expected(text).length);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyTextHasTheTokensThatTheExpressionFinds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(40), 0, LIKELY.length()).forEach(at -> text.append(LIKELY.charAt(at)));
            assertThat(tokenizer.ids(text.toString())).as(text.toString()).isEqualTo(expected(text.toString()));
        }
    }
}
