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
                "cut inside \"a quo | cut inside \"***",
                "input \u201ctell me\u201d, not \u2018it\u2019s\u2019 | input \u201c***\u201d, not \u2018***\u2019",
                "input \u00abtell\u00bb and \u201etell\u201c and \u300c\u6f6e\u300d | input \u00ab***\u00bb and \u201e***\u201c and \u300c***\u300d"
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

    /** Whole or cut, escaped, wrapped or in another case. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Prompt too long: Tell me a story about it's tide, and why. | Prompt too long: ***.",
                "Prompt too long: Tell me a story abou... | Prompt too long: ***...",
                "rejected (TELL ME  A STORY ABOUT it&#39;s tide) by a filter | rejected (***) by a filter",
                "rejected tell me a\\nstory about it\\u0027s tide | rejected ***",
                "'tell me a story about it's tide' is bad | '***' is bad",
                "bad input Be brief! | bad input ***!",
                "bad input \u6f6e\u6c50\u662f\u5982\u4f55\u5f62\u6210\u7684\u3002 | bad input ***\u3002",
                "bad input \\u6f6e\\u6c50\\u662f\\u5982\\u4f55\\u5f62 | bad input ***",
                "the same | The story has 4096 tokens, a user's limit is 2048: reduce max_tokens of org/Tiny-7B-Instruct-2024",
                "the same | be briefer",
                "the same | model org/Tiny-7B-Instruct-2024 is not served for the role assistant-with-tools"
            })
    void aTextThatWasSentIsMaskedWithoutQuotesToo(String text, String masked) {
        String body =
                "{\"model\":\"org/Tiny-7B-Instruct-2024\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief\"},"
                        + "{\"role\":\"assistant-with-tools\",\"content\":[{\"type\":\"text\",\"text\":\"Tell me a story about it's tide, and why\"}]},"
                        + "{\"role\":\"user\",\"content\":\"\u6f6e\u6c50\u662f\u5982\u4f55\u5f62\u6210\u7684\"}],\"max_tokens\":2048}";
        ErrorText.Sent sent = new ErrorText.Sent(body.getBytes(StandardCharsets.UTF_8));
        String written = "the same".equals(text) ? masked : text;

        assertThat(ErrorText.masked(written, sent)).isEqualTo(masked);
    }

    @Test
    void aPromptOfTheCompletionsApiIsMaskedToo() {
        String prompt = "0123456789 tides rise ".repeat(400);
        ErrorText.Sent sent = new ErrorText.Sent(
                ("{\"model\":\"m\",\"prompt\":\"" + prompt + "\"}").getBytes(StandardCharsets.UTF_8));

        assertThat(ErrorText.masked("HTTP 400 for m: " + prompt.substring(0, 5000), sent))
                .isEqualTo("HTTP 400 for m: ***");
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
        assertThat(of("{\"error_code\":17,\"error_msg\":\"daily limit reached\"}")
                        .text())
                .isEqualTo("daily limit reached");
        assertThat(of("{\"RequestId\":\"a1\",\"Message\":\"User is not authorized\"}")
                        .text())
                .isEqualTo("User is not authorized");
        assertThat(of("{\"message\":null,\"reason\":\"overloaded\"}").text()).isEqualTo("overloaded");
        assertThat(of("{\"message\":\"\",\"reason\":\"overloaded\"}").text()).isEqualTo("overloaded");
        assertThat(of("{\"code\":9,\"choices\":[{\"message\":{\"content\":\"an answer\"}}]}")
                        .text())
                .doesNotContain("an answer");
        assertThat(of("{\"fault\":{\"faultstring\":\"Invalid ApiKey\"}}").text())
                .isEqualTo("fault: faultstring: Invalid ApiKey");
        assertThat(of("{}")).isEqualTo(RequestFailure.NONE);
        assertThat(of("<html>502 Bad Gateway</html>").text()).isEqualTo("<html>502 Bad Gateway</html>");
        assertThat(of("")).isEqualTo(RequestFailure.NONE);
    }

    private static RequestFailure of(String body) {
        return ErrorBodyParser.parse(body.getBytes(StandardCharsets.UTF_8));
    }
}
