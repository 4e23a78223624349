package io.tidemark.producer.scrape;

import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples of one series and one engine that differ in labels alone. */
final class SampleSets {
    /** Ranks that work on the same requests: those of SGLang's tensor, pipeline and expert parallelism. */
    private static final List<String> SHARED_RANKS = List.of("tp_rank", "pp_rank", "moe_ep_rank");

    private static final Comparator<Sample> BY_SHARED_RANK = SHARED_RANKS.stream()
            .map(label -> Comparator.<Sample>comparingInt(sample -> rank(sample.label(label))))
            .reduce(Comparator::thenComparing)
            .orElseThrow();

    private SampleSets() {}

    /**
     * Those that count something that no other of them counts: of ranks that work on the same requests the lowest, and of a total and its parts, such as
     * SGLang's queue and its priorities, the total. A total has the labels of its parts but for some.
     */
    static List<Sample> counted(List<Sample> samples) {
        if (samples.size() < 2) {
            return samples;
        }
        Sample lowest = samples.stream().min(BY_SHARED_RANK).orElseThrow();
        List<Sample> ofLowest = samples.stream()
                .filter(sample -> BY_SHARED_RANK.compare(sample, lowest) == 0)
                .toList();
        long fewest = ofLowest.stream().mapToLong(SampleSets::labels).min().orElseThrow();
        List<Sample> totals =
                ofLowest.stream().filter(sample -> labels(sample) == fewest).toList();
        if (totals.size() == ofLowest.size()) {
            return ofLowest;
        }
        List<Sample> counted = new ArrayList<>(totals);
        ofLowest.stream()
                .filter(sample -> labels(sample) > fewest
                        && totals.stream().noneMatch(total -> isPart(sample.labels(), total.labels())))
                .forEach(counted::add);
        return counted;
    }

    /** One of each GPU, or part of a GPU: dcgm-exporter repeats its samples for each pod that uses it. */
    static List<Sample> perDevice(List<Sample> samples) {
        Map<List<String>, Sample> devices = new LinkedHashMap<>();
        samples.forEach(sample -> devices.putIfAbsent(
                List.of(sample.label("UUID"), sample.label("uuid"), sample.label("GPU_I_ID")), sample));
        return List.copyOf(devices.values());
    }

    private static boolean isPart(Map<String, String> part, Map<String, String> total) {
        return total.entrySet().stream()
                .allMatch(
                        label -> label.getValue().isEmpty() || label.getValue().equals(part.get(label.getKey())));
    }

    private static long labels(Sample sample) {
        return sample.labels().values().stream()
                .filter(value -> !value.isEmpty())
                .count();
    }

    private static int rank(String label) {
        try {
            return label.isEmpty() ? 0 : Integer.parseInt(label);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE; // a rank that is no number comes after those that are
        }
    }
}
