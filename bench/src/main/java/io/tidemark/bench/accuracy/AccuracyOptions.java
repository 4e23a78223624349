package io.tidemark.bench.accuracy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is measured.
 *
 * @param streams the numbers of streams that start at once, each from 1 to 1,000
 * @param rounds of each of these, from 1 to 10; each is a first command and a repeat
 * @param neighbours what runs beside it
 * @param commands the clients
 */
public record AccuracyOptions(List<Integer> streams, int rounds, List<Neighbour> neighbours, Commands commands) {
    private static final int MAX_STREAMS = 1_000;
    private static final int MAX_ROUNDS = 10;
    private static final Set<String> KEYS = Set.of("streams", "rounds", "beside", "tidemark", "vllm");

    /** What runs on the machine beside the client and its server. */
    public enum Neighbour {
        NOTHING("nothing"),
        /** {@code tidemark up}, idle, which {@code tidemark bench} finds and publishes to. */
        UP("up");

        private final String word;

        Neighbour(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /**
     * The commands that are compared.
     *
     * @param tidemark the launcher
     * @param vllm a command that takes {@code bench serve} and its flags
     */
    public record Commands(Path tidemark, Optional<String> vllm) {}

    public AccuracyOptions {
        streams = List.copyOf(streams);
        neighbours = List.copyOf(neighbours);
        requireBetween("streams", streams, MAX_STREAMS);
        requireBetween("rounds", List.of(rounds), MAX_ROUNDS);
    }

    /**
     * Reads {@code streams=1,10 rounds=3 beside=nothing,up tidemark=FILE vllm=COMMAND}, each at most once and all but tidemark
     * with a default.
     *
     * @throws IllegalArgumentException if a word is none of these, is there twice or has a value out of range
     */
    public static AccuracyOptions of(List<String> words) {
        Set<String> seen = new HashSet<>();
        for (String word : words) {
            String key = word.split("=", 2)[0];
            if (!word.contains("=") || !KEYS.contains(key) || !seen.add(key)) {
                throw new IllegalArgumentException("accuracy: " + word + " must be one of "
                        + KEYS.stream().sorted().toList() + " with = and a value, each once");
            }
        }
        return new AccuracyOptions(
                numbers("streams", value(words, "streams").orElse("1,10,100,500,1000")),
                number("rounds", value(words, "rounds").orElse("3")),
                Arrays.stream(value(words, "beside").orElse("nothing,up").split(",", -1))
                        .map(AccuracyOptions::neighbour)
                        .toList(),
                new Commands(
                        Path.of(value(words, "tidemark")
                                .orElseThrow(
                                        () -> new IllegalArgumentException("accuracy: tidemark=FILE must be given"))),
                        value(words, "vllm")));
    }

    private static Optional<String> value(List<String> words, String key) {
        return words.stream()
                .filter(word -> word.startsWith(key + "="))
                .map(word -> word.substring(key.length() + 1))
                .findFirst();
    }

    private static int number(String key, String text) {
        List<Integer> numbers = numbers(key, text);
        if (numbers.size() > 1) {
            throw new IllegalArgumentException("accuracy: " + key + "= must be one number but was " + text);
        }
        return numbers.get(0);
    }

    private static List<Integer> numbers(String key, String text) {
        if (!text.matches("\\d{1,4}(,\\d{1,4})*")) {
            throw new IllegalArgumentException(
                    "accuracy: " + key + "= must be whole numbers with commas but was " + text);
        }
        return Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
    }

    private static Neighbour neighbour(String word) {
        return Arrays.stream(Neighbour.values())
                .filter(neighbour -> neighbour.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "accuracy: beside= must be nothing, up or both, with a comma, but had " + word));
    }

    private static void requireBetween(String name, List<Integer> values, int max) {
        if (values.isEmpty() || values.stream().anyMatch(value -> value < 1 || value > max)) {
            throw new IllegalArgumentException(
                    "accuracy: " + name + "= must be from 1 to " + max + " but was " + values);
        }
    }
}
