package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "The model `x` does not exist. | The model `***` does not exist.",
                "This model's maximum context length is 4 tokens, your messages' is 9. | This model's maximum context length is 4 tokens, your messages' is 9.",
                "Input: 'tell me a secret' is bad | Input: '***' is bad",
                "input \"it's \\\" here\" end | input \"***\" end",
                "cut inside \"a quo | cut inside \"***"
            })
    void masksQuotedValues(String text, String masked) {
        assertThat(ErrorText.masked(text)).isEqualTo(masked);
    }

    @Test
    void keepsOneKibibyteAndNoHalfCharacter() {
        assertThat(ErrorText.cut("a".repeat(5000))).hasSize(1024);
        assertThat(ErrorText.cut("aa" + "€".repeat(2000)))
                .isEqualTo("aa" + "€".repeat(340))
                .satisfies(
                        cut -> assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSize(1022));
        assertThat(ErrorText.cut("short")).isEqualTo("short");
    }

    @Test
    void readsTheErrorBodiesThatServersSend() {
        assertThat(of("{\"error\":\"Unauthorized\"}")).isEqualTo(new RequestFailure("", "", "Unauthorized"));
        assertThat(of("{\"error\":\"Model is overloaded\",\"error_type\":\"overloaded\"}"))
                .isEqualTo(new RequestFailure("overloaded", "", "Model is overloaded"));
        assertThat(of("{\"detail\":\"Not Found\"}").text()).isEqualTo("Not Found");
        assertThat(of("{\"detail\":[{\"msg\":\"bad\",\"input\":\"a prompt\"}]}").text())
                .doesNotContain("a prompt");
        assertThat(of("<html>502 Bad Gateway</html>").text()).isEqualTo("<html>502 Bad Gateway</html>");
        assertThat(of("")).isEqualTo(RequestFailure.NONE);
    }

    private static RequestFailure of(String body) {
        return ErrorBodyParser.parse(body.getBytes(StandardCharsets.UTF_8));
    }
}
