package io.tidemark.simulator.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.simulator.text.TokenizedPrompt;
import io.tidemark.simulator.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts are those that FastAPI 0.142 and pydantic 2.13 gave for the same bodies and fields of the same types. */
class ValidationTest {
    private final RequestParser parser = new RequestParser(new Tokenizer());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"model\":|9|'Expecting value'",
                "{\"a\":1,}|7|'Expecting property name enclosed in double quotes'",
                "{a:1}|1|'Expecting property name enclosed in double quotes'",
                "{\"a\" 1}|5|\"Expecting ':' delimiter\"",
                "{\"a\":1 \"b\":2}|7|\"Expecting ',' delimiter\"",
                "{\"a\":\"x|5|'Unterminated string starting at'",
                "{\"a\":1} x|8|'Extra data'",
                "[1,]|3|'Expecting value'",
                "[1 2]|3|\"Expecting ',' delimiter\"",
                "{\"a\":tru}|5|'Expecting value'",
                "{\"a\":\"\\q\"}|6|'Invalid \\\\escape'",
                "~   ~|3|'Expecting value'"
            })
    void whatIsNoJsonIsToldAsPythonTellsIt(String body, int position, String error) {
        String json = chat(body).json();

        assertThat(json)
                .contains("1 validation error:\\n  {'type': 'json_invalid', 'loc': ('body', " + position
                        + "), 'msg': 'JSON decode error', 'input': {}, 'ctx': {'error': "
                        + JsonText.quoted(error).replaceAll("^\"|\"$", "") + "}}")
                .contains("\"type\":\"Bad Request\",\"param\":\"body." + position + "\",\"code\":400");
    }

    @Test
    void aControlCharacterInAStringIsNoJson() {
        assertThat(chat("\"a\nb\"").getMessage()).contains("('body', 2)", "'Invalid control character at'");
    }

    @Test
    void bytesThatAreNoTextAreRefusedAsSuch() {
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> parser.chat(new byte[] {'"', (byte) 0xff, '"'}));

        assertThat(refused).hasMessage("There was an error parsing the body");
        assertThat(refused.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|{'type': 'missing', 'loc': ('body',), 'msg': 'Field required', 'input': None}",
                "null|{'type': 'missing', 'loc': ('body',), 'msg': 'Field required', 'input': None}",
                "[1]|{'type': 'model_attributes_type', 'loc': ('body',), 'msg': 'Input should be a valid dictionary or object"
                        + " to extract fields from', 'input': [1]}",
                "{\"model\":\"m\"}|{'type': 'missing', 'loc': ('body', 'messages'), 'msg': 'Field required', 'input': {'model': 'm'}}",
                "{\"messages\":\"hi\"}|{'type': 'list_type', 'loc': ('body', 'messages'), 'msg': 'Input should be a valid list',"
                        + " 'input': 'hi'}",
                "{\"messages\":[1]}|{'type': 'dict_type', 'loc': ('body', 'messages', 0), 'msg': 'Input should be a valid"
                        + " dictionary', 'input': 1}",
                "{\"messages\":[],\"max_tokens\":\"a\"}|{'type': 'int_parsing', 'loc': ('body', 'max_tokens'), 'msg': 'Input"
                        + " should be a valid integer, unable to parse string as an integer', 'input': 'a'}",
                "{\"messages\":[],\"max_tokens\":1.5}|{'type': 'int_from_float', 'loc': ('body', 'max_tokens'), 'msg': 'Input"
                        + " should be a valid integer, got a number with a fractional part', 'input': 1.5}",
                "{\"messages\":[],\"max_tokens\":[1]}|{'type': 'int_type', 'loc': ('body', 'max_tokens'), 'msg': 'Input should be"
                        + " a valid integer', 'input': [1]}",
                "{\"messages\":[],\"temperature\":\"hot\"}|{'type': 'float_parsing', 'loc': ('body', 'temperature'), 'msg':"
                        + " 'Input should be a valid number, unable to parse string as a number', 'input': 'hot'}",
                "{\"messages\":[],\"temperature\":{}}|{'type': 'float_type', 'loc': ('body', 'temperature'), 'msg': 'Input should"
                        + " be a valid number', 'input': {}}",
                "{\"messages\":[],\"stream\":2}|{'type': 'bool_parsing', 'loc': ('body', 'stream'), 'msg': 'Input should be a"
                        + " valid boolean, unable to interpret input', 'input': 2}",
                "{\"messages\":[],\"stream\":[]}|{'type': 'bool_type', 'loc': ('body', 'stream'), 'msg': 'Input should be a valid"
                        + " boolean', 'input': []}",
                "{\"messages\":[],\"model\":5}|{'type': 'string_type', 'loc': ('body', 'model'), 'msg': 'Input should be a valid"
                        + " string', 'input': 5}",
                "{\"messages\":[],\"stream_options\":5}|{'type': 'model_attributes_type', 'loc': ('body', 'stream_options'),"
                        + " 'msg': 'Input should be a valid dictionary or object to extract fields from', 'input': 5}"
            })
    void aFieldThatDoesNotFitIsToldAsPydanticTellsIt(String body, String finding) {
        assertThat(chat(body)).hasMessage("1 validation error:\n  " + finding);
    }

    @Test
    void aUnionHasAFindingForEachOfItsTypes() {
        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> parser.completion("{\"prompt\":{\"a\":1}}".getBytes(StandardCharsets.UTF_8)));

        assertThat(refused)
                .hasMessage("4 validation errors:\n"
                        + "  {'type': 'list_type', 'loc': ('body', 'prompt', 'list[int]'), 'msg': 'Input should be a valid list',"
                        + " 'input': {'a': 1}}\n"
                        + "  {'type': 'list_type', 'loc': ('body', 'prompt', 'list[list[int]]'), 'msg': 'Input should be a valid"
                        + " list', 'input': {'a': 1}}\n"
                        + "  {'type': 'string_type', 'loc': ('body', 'prompt', 'str'), 'msg': 'Input should be a valid string',"
                        + " 'input': {'a': 1}}\n"
                        + "  {'type': 'list_type', 'loc': ('body', 'prompt', 'list[str]'), 'msg': 'Input should be a valid list',"
                        + " 'input': {'a': 1}}");
    }

    @Test
    void whatPydanticReadsAsANumberOrBooleanIsOne() {
        ApiRequest request = parser.chat(
                "{\"messages\":[],\"max_tokens\":\"5\",\"n\":2.0,\"temperature\":\"0.5\",\"stream\":\"yes\",\"ignore_eos\":1}"
                        .getBytes(StandardCharsets.UTF_8));

        assertThat(request.limits()).isEqualTo(new LengthLimits(5, 0, true));
        assertThat(request.sampling().n()).isEqualTo(2);
        assertThat(request.streaming().stream()).isTrue();
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
                .hasMessage(
                        "1 validation error:\n  {'type': 'value_error', 'loc': ('body',), 'msg': 'Value error, Either prompt"
                                + " or prompt_embeds must be provided and non-empty.'}");
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

    @Test
    void valuesAreWrittenAsPythonWritesThem() {
        assertThat(chat("{\"messages\":{\"it's\":[true,null,1e22,-3],\"q\":\"a\\\"b\\n\\u00e9\"}}")
                        .getMessage())
                .endsWith("'input': {\"it's\": [True, None, 1e+22, -3], 'q': 'a\"b\\né'}}");
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
