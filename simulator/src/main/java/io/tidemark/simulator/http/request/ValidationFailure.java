package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A body that does not fit its model, as pydantic finds and FastAPI words it. Union types have a finding for each of their
 * alternatives; findings in several fields are not collected, the first field's are told.
 */
public final class ValidationFailure {
    private ValidationFailure() {}

    /**
     * One finding.
     *
     * @param type pydantic's name of the mistake
     * @param at where, after {@code body}: keys and indices
     * @param message in words
     * @param input what was there, as Python writes it
     */
    record FieldError(String type, List<Object> at, String message, String input) {
        static FieldError of(String type, Object at, String message, JsonNode input) {
            return new FieldError(type, List.of(at), message, PythonRepr.of(input));
        }

        private String text() {
            String places = Stream.concat(Stream.of("body"), at.stream())
                    .map(place -> place instanceof String key ? PythonRepr.quoted(key) : String.valueOf(place))
                    .collect(Collectors.joining(", "));
            String comma = at.isEmpty() ? "," : "";
            return "{'type': '" + type + "', 'loc': (" + places + comma + "), 'msg': " + PythonRepr.quoted(message)
                    + ", 'input': " + input + "}";
        }
    }

    static ApiException of(FieldError... findings) {
        String param = Stream.concat(Stream.of("body"), findings[0].at().stream())
                .map(String::valueOf)
                .collect(Collectors.joining("."));
        return ApiException.invalid(findings.length, texts(findings), param);
    }

    static ApiException missing(String field, JsonNode whole) {
        return of(FieldError.of("missing", field, "Field required", whole));
    }

    static ApiException noBody() {
        return of(new FieldError("missing", List.of(), "Field required", "None"));
    }

    static ApiException notAnObject(JsonNode whole, Object... at) {
        return of(new FieldError(
                "model_attributes_type",
                List.of(at),
                "Input should be a valid dictionary or object to extract fields from",
                PythonRepr.of(whole)));
    }

    static ApiException notJson(String text) {
        PythonJsonErrors.SyntaxError mistake = PythonJsonErrors.in(text);
        return ApiException.invalid(
                1,
                "{'type': 'json_invalid', 'loc': ('body', " + mistake.position()
                        + "), 'msg': 'JSON decode error', 'input':" + " {}, 'ctx': {'error': "
                        + PythonRepr.quoted(mistake.message()) + "}}",
                "body." + mistake.position());
    }

    /** What a check of the whole body refuses. */
    static ApiException value(String message, String param) {
        return ApiException.invalid(
                1,
                "{'type': 'value_error', 'loc': ('body',), 'msg': " + PythonRepr.quoted("Value error, " + message)
                        + "}",
                param);
    }

    public static ApiException mediaType() {
        return ApiException.invalid(1, "Unsupported Media Type: Only 'application/json' is allowed", "");
    }

    private static String texts(FieldError... findings) {
        return IntStream.range(0, findings.length)
                .mapToObj(i -> findings[i].text())
                .collect(Collectors.joining("\n  "));
    }
}
