package io.tidemark.producer.publish.spool;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Numbered records: number n has the value "n" and a filler, goes to one of two topics. */
public final class NumberedRecords {
    private NumberedRecords() {}

    public static ProducerRecord<String, byte[]> event(int number, int fillerBytes) {
        String value = number + " " + "x".repeat(fillerBytes);
        return new ProducerRecord<>(
                number % 2 == 0 ? "tidemark.perf.tokens" : "tidemark.perf.requests",
                "run/lane-0/" + number,
                value.getBytes(StandardCharsets.UTF_8));
    }

    static List<ProducerRecord<String, byte[]>> events(int from, int until) {
        return IntStream.range(from, until).mapToObj(n -> event(n, 1000)).toList();
    }

    public static List<Integer> numbers(List<ProducerRecord<String, byte[]>> events) {
        return events.stream()
                .map(event -> new String(event.value(), StandardCharsets.UTF_8))
                .map(value -> Integer.parseInt(value.substring(0, value.indexOf(' '))))
                .toList();
    }

    public static List<Integer> numbers(int from, int until) {
        return IntStream.range(from, until).boxed().toList();
    }
}
