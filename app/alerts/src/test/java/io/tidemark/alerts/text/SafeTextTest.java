package io.tidemark.alerts.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeTextTest {
    @Test
    void aLineHasNoControlCharacters() {
        assertThat(SafeText.line("a\tb\nc\u0007d\u202Ee\u2028f")).isEqualTo("a b c d e f");
        assertThat(SafeText.lines(" a\nb\r ")).isEqualTo("a\nb");
        assertThat(SafeText.line("\uD83D\uDE00 ok")).as("an emoji stays").isEqualTo("\uD83D\uDE00 ok");
        assertThat(SafeText.line("x\uD83Dy")).as("half of one does not").isEqualTo("x y");
    }

    @Test
    void aCutSaysThatItIsOneAndHowLongTheTextWas() {
        assertThat(SafeText.cut("0123456789", 10)).isEqualTo("0123456789");
        assertThat(SafeText.cut("x".repeat(100), 40))
                .hasSize(40)
                .isEqualTo("x".repeat(15) + "... [cut, 100 characters]");
    }

    @Test
    void aCutGoesNotThroughAnEntityOrACharacter() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            String text = "a".repeat(random.nextInt(30)) + "&#8203;&amp;\uD83D\uDE00".repeat(20);
            String cut = SafeText.cut(text, 60);
            String kept = cut.substring(0, cut.indexOf("... [cut"));
            assertThat(text).startsWith(kept);
            assertThat(kept.replaceAll("&[#a-z0-9]+;", "")).doesNotContain("&");
            assertThat(kept).doesNotMatch("(?s).*[\\uD800-\\uDBFF]");
            assertThat(cut.length()).isLessThanOrEqualTo(60);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "javascript:alert(1)", "ftp://h/x", "http://me:pw@h/x", "http://h/a b", "//h/x", "x"})
    void whatIsNoLinkOfTheWebIsNone(String text) {
        assertThat(SafeText.link(text)).isEmpty();
    }

    @Test
    void aLinkOfTheWebIsOne() {
        assertThat(SafeText.link("https://h/x?a=1&b=2#c")).isPresent();
    }
}
