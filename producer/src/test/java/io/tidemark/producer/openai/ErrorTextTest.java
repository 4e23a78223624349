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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'max_tokens' is not supported, use 'max_completion_tokens' instead | the same",
                "Unexpected fields in the request: {'min_tokens', 'ignore_eos'} | the same",
                "Server is pinned to 'org/Tiny-7B'; requested 'tide/m-1@main' | the same",
                "`body.messages[0].content` must be a list | the same",
                "unknown key 'top_k_of_ours' | the same",
                "near 'Ocean': bad | near '***': bad",
                "near 'ocean currents' | near '***'",
                "near 'cea' | near '***'",
                "a sentence 'of somebody else' | a sentence '***'",
                "the key 'sk-live-one' | the key '***'",
                "the key '550e8400-e29b-41d4-a716-446655440000' | the key '***'",
                "the key 'abcdefgh12345678' | the key '***'",
                "call '555-123-4567' | call '***'",
                "not closed 'model | not closed '***",
                "[{'type': 'extra_forbidden', 'loc': ('body', 'ignore_eos'), 'msg': 'Extra inputs are not permitted', 'input': True}] | [{'type': 'extra_forbidden', 'loc': ('body', 'ignore_eos'), 'msg': '***', 'input': True}]",
                "{\"loc\":[\"body\",\"messages\",0,\"content\"],\"input\":\"ocean currents\"} | {\"loc\":[\"body\",\"messages\",0,\"content\"],\"input\":\"***\"}",
                "Unknown parameter: 'stream_options.include_usage'. | the same",
                "model \"tide/m-1@main\" not found, try pulling it first | the same",
                "The model 'tide/m-1@main' does not exist, use 'tide/m-2' | the same",
                "unsupported key \"top_k_of_ours\" (allowed: \"top_k\", \"top_p\") | the same",
                "field required: `messages.0.role` | the same",
                "got 'Bearer abc123def456ghi789' | got '***'",
                "got 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0' | got '***'",
                "Value error, 'ignore_eos' needs 'ocean currents' | Value error, 'ignore_eos' needs '***'"
            })
    void keepsQuotedNamesOfKeysAndModels(String text, String masked) {
        String body = "{\"model\":\"tide/m-1@main\",\"messages\":[{\"role\":\"user\",\"content\":\"ocean currents\"}],"
                + "\"min_tokens\":5,\"ignore_eos\":true,\"top_k_of_ours\":3}";
        ErrorText.Sent sent = new ErrorText.Sent(body.getBytes(StandardCharsets.UTF_8));

        assertThat(ErrorText.masked(text, sent)).isEqualTo("the same".equals(masked) ? text : masked);
    }

    @Test
    void ofARequestThatIsNotThereOnlyKeysOfTheApiAreNames() {
        assertThat(ErrorText.masked("use 'max_completion_tokens' for 'tide'"))
                .isEqualTo("use 'max_completion_tokens' for '***'");
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
        assertThat(
                        of("{\"message\":{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"n\"],\"msg\":\"Extra inputs are"
                                        + " not permitted\",\"input\":\"a prompt\"},{\"loc\":[\"body\",\"seed\"],\"msg\":\"bad\"}]}}")
                                .text())
                .isEqualTo("body.n: Extra inputs are not permitted; body.seed: bad");
        assertThat(of("{\"error\":{\"message\":\"Unsupported value\",\"param\":\"max_tokens\"}}")
                        .text())
                .isEqualTo("Unsupported value (param 'max_tokens')");
        assertThat(of("{\"error\":{\"message\":\"bad\",\"param\":null}}").text())
                .isEqualTo("bad");
        assertThat(of("<html>502 Bad Gateway</html>").text()).isEqualTo("<html>502 Bad Gateway</html>");
        assertThat(of("")).isEqualTo(RequestFailure.NONE);
    }

    private static RequestFailure of(String body) {
        return ErrorBodyParser.parse(body.getBytes(StandardCharsets.UTF_8));
    }
}
