package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
    private static final Redaction REDACTION = new Redaction(List.of("Bearer sk+tide/mark", "  "));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key sk+tide/mark is unknown | key *** is unknown",
                "header Bearer sk+tide/mark  | header ***",
                "?key=sk%2Btide%2Fmark&v=1   | ?key=***&v=1",
                "base64 c2srdGlkZS9tYXJr     | base64 ***",
                "nothing secret              | nothing secret"
            })
    void aSecretIsMaskedAsItIsAndAsGatewaysEncodeIt(String text, String masked) {
        assertThat(REDACTION.of(text)).isEqualTo(masked);
    }
}
