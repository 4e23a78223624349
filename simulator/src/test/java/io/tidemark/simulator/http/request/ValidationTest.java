package io.tidemark.simulator.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.simulator.text.TokenizedPrompt;
import io.tidemark.simulator.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that do not fit have FastAPI's status, type and param, which clients parse. */
class ValidationTest {
    private final RequestParser parser = new RequestParser(new Tokenizer());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"model\":|9",
                "{a:1}|1",
                "{\"a\" 1}|5",
                "{\"a\":1 \"b\":2}|7",
                "{\"a\":1} x|8",
                "[1 2]|3",
            })
    void whatIsNoJsonIsRefusedWithItsPlace(String body, int from) {
        ApiException refused = chat(body);

        assertThat(refused.json()).contains("\"type\":\"Bad Request\",\"param\":\"body\",\"code\":400");
        assertThat(refused.getMessage()).startsWith("body: JSON decode error: ");
        int at = Integer.parseInt(refused.getMessage().replaceAll("(?s).* at byte ", ""));
        assertThat(at).isBetween(from, body.length());
    }

    @Test
    void bytesThatAreNoTextAreRefusedAsSuch() {
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> parser.chat(new byte[] {'"', (byte) 0xff, '"'}));

        assertThat(refused).hasMessageStartingWith("body: JSON decode error: ");
        assertThat(refused.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|body|Field required",
                "~   ~|body|Field required",
                "null|body|Field required",
                "[1]|body|Input should be a valid dictionary",
                "{\"model\":\"m\"}|body.messages|Field required",
                "{\"messages\":\"hi\"}|body.messages|Input should be a valid list",
                "{\"messages\":[1]}|body.messages.0|Input should be a valid dictionary",
                "{\"messages\":[{}]}|body.messages.0.role|Field required",
                "{\"messages\":[],\"max_tokens\":\"5\"}|body.max_tokens|Input should be a valid integer",
                "{\"messages\":[],\"max_tokens\":1.5}|body.max_tokens|Input should be a valid integer",
                "{\"messages\":[],\"temperature\":\"hot\"}|body.temperature|Input should be a valid number",
                "{\"messages\":[],\"stream\":2}|body.stream|Input should be a valid boolean",
                "{\"messages\":[],\"model\":5}|body.model|Input should be a valid string",
                "{\"messages\":[],\"stop\":5}|body.stop|Input should be a valid string or list of strings",
                "{\"messages\":[],\"stream_options\":5}|body.stream_options|Input should be a valid dictionary"
            })
    void aFieldThatDoesNotFitIsNamed(String body, String param, String message) {
        ApiException refused = chat(body);

        assertThat(refused).hasMessage(param + ": " + message);
        assertThat(refused.json()).contains("\"type\":\"Bad Request\",\"param\":\"" + param + "\",\"code\":400");
    }

    @Test
    void aPromptIsATextOrIdsOrAListOfEither() {
        assertThat(completion("{\"prompt\":{\"a\":1}}"))
                .hasMessage("body.prompt: Input should be a valid string, list of strings, list of integers or list of"
                        + " lists of integers");
        assertThat(completion("{\"prompt\":[1,\"a\"]}")).hasMessage("body.prompt.1: Input should be a valid integer");
    }

    @Test
    void aFloatWithoutFractionIsAWholeNumber() {
        ApiRequest request = parser.chat(
                "{\"messages\":[],\"max_tokens\":5.0,\"n\":2,\"ignore_eos\":true}".getBytes(StandardCharsets.UTF_8));

        assertThat(request.limits()).isEqualTo(new LengthLimits(5, 0, true));
        assertThat(request.sampling().n()).isEqualTo(2);
    }

    @Test
    void streamOptionsIncludeUsageUnlessTheySayNo() {
        assertThat(streaming("{}")).isEqualTo(new StreamOptions(true, true, false));
        assertThat(streaming("{\"include_usage\":false}")).isEqualTo(new StreamOptions(true, false, false));
        assertThat(streaming("null")).isEqualTo(new StreamOptions(true, false, false));
    }

    @Test
    void whatCompletionsNeedAndWhatTheyDoNotKnow() {
        assertThat(completion("{\"max_tokens\":1}"))
                .hasMessage("Either prompt or prompt_embeds must be provided and non-empty.");
        assertThat(completion("{\"prompt\":\"a\",\"suffix\":\"b\"}")).hasMessage("suffix is not currently supported");
    }

    @Test
    void promptsAreTextsOrIdsOrListsOfEither() {
        assertThat(prompts("\"a b\"")).containsExactly(2);
        assertThat(prompts("[\"a\",\"b c\"]")).containsExactly(1, 2);
        assertThat(prompts("[1,2,3]")).containsExactly(3);
        assertThat(prompts("[[1,2],[3]]")).containsExactly(2, 1);
        assertThat(prompts("[]")).containsExactly(0);
    }

    private int[] prompts(String prompt) {
        return parser.completion(("{\"prompt\":" + prompt + "}").getBytes(StandardCharsets.UTF_8)).prompts().stream()
                .mapToInt(TokenizedPrompt::tokens)
                .toArray();
    }

    private StreamOptions streaming(String options) {
        return parser.chat(("{\"messages\":[],\"stream\":true,\"stream_options\":" + options + "}")
                        .getBytes(StandardCharsets.UTF_8))
                .streaming();
    }

    private ApiException chat(String body) {
        return catchThrowableOfType(ApiException.class, () -> parser.chat(body.getBytes(StandardCharsets.UTF_8)));
    }

    private ApiException completion(String body) {
        return catchThrowableOfType(ApiException.class, () -> parser.completion(body.getBytes(StandardCharsets.UTF_8)));
    }
}
