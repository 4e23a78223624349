package io.tidemark.simulator.http.response;

import io.tidemark.simulator.http.request.JsonText;
import io.tidemark.simulator.text.GeneratedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Words the log probabilities of tokens. There is no model behind them: a token's value depends on its text and place alone, so
 * that the same request gets the same values; alternatives are the token itself and made-up neighbours below it.
 */
public interface LogprobsEncoder {
    /** Of tokens {@code from} (inclusive) to {@code to} (exclusive), as JSON. */
    String json(GeneratedAnswer answer, int from, int to);

    /** None were requested. */
    static LogprobsEncoder none() {
        return (answer, from, to) -> "null";
    }

    /** As {@code /v1/chat/completions} has them. */
    static LogprobsEncoder chat(int alternatives) {
        return (answer, from, to) -> IntStream.range(from, to)
                .mapToObj(i -> chatToken(answer.text(i, i + 1), i, alternatives))
                .collect(Collectors.joining(",", "{\"content\":[", "]}"));
    }

    /** As {@code /v1/completions} has them. */
    static LogprobsEncoder completion(int alternatives) {
        return (answer, from, to) -> {
            String tokens = IntStream.range(from, to)
                    .mapToObj(i -> JsonText.quoted(answer.text(i, i + 1)))
                    .collect(Collectors.joining(",", "[", "]"));
            String values = IntStream.range(from, to)
                    .mapToObj(i -> String.valueOf(value(answer.text(i, i + 1), i)))
                    .collect(Collectors.joining(",", "[", "]"));
            String offsets = IntStream.range(from, to)
                    .mapToObj(i -> String.valueOf(answer.text(0, i).length()))
                    .collect(Collectors.joining(",", "[", "]"));
            String tops = IntStream.range(from, to)
                    .mapToObj(i -> top(answer.text(i, i + 1), i, alternatives))
                    .collect(Collectors.joining(",", "[", "]"));
            return "{\"text_offset\":" + offsets + ",\"token_logprobs\":" + values + ",\"tokens\":" + tokens
                    + ",\"top_logprobs\":" + tops + "}";
        };
    }

    private static String top(String token, int place, int alternatives) {
        return IntStream.range(0, Math.max(1, alternatives))
                .mapToObj(rank -> JsonText.quoted(neighbour(token, rank)) + ":" + (value(token, place) - rank))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String chatToken(String token, int place, int alternatives) {
        String tops = IntStream.range(0, alternatives)
                .mapToObj(rank -> "{" + fields(neighbour(token, rank), value(token, place) - rank) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        return "{" + fields(token, value(token, place)) + ",\"top_logprobs\":" + tops + "}";
    }

    private static String fields(String token, double value) {
        return "\"token\":" + JsonText.quoted(token) + ",\"logprob\":" + value + ",\"bytes\":"
                + Arrays.toString(token.getBytes(StandardCharsets.UTF_8)).replace(" ", "");
    }

    private static String neighbour(String token, int rank) {
        return rank == 0 ? token : token + "~" + rank;
    }

    /** In (-1, 0], in steps of 2^-10, so that it prints briefly. */
    private static double value(String token, int place) {
        return -((token.hashCode() * 31 + place) & 0x3ff) / 1024.0;
    }
}
