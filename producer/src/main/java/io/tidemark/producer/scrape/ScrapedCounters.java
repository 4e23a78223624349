package io.tidemark.producer.scrape;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.scrape.TargetControl.PrefixCounts;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import io.tidemark.schemas.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** What a target counted, read from the pages that are scraped. */
public final class ScrapedCounters {
    private ScrapedCounters() {}

    /** Labels of the info series of every engine on these pages, by {@code series.label}. */
    public static List<Map<String, String>> infos(List<MetricsScraper> pages) throws InterruptedException {
        return ServerConfigReader.infos(pages);
    }

    /** Scrapes all of its pages now; empty where one is not there. */
    public static Optional<TargetCounters> of(List<MetricsScraper> pages) throws InterruptedException {
        List<ServerSample> samples = new ArrayList<>();
        for (MetricsScraper page : pages) {
            samples.addAll(page.scrape());
        }
        if (samples.isEmpty() || samples.stream().anyMatch(sample -> !sample.getUp())) {
            return Optional.empty();
        }
        OptionalDouble finished = sum(samples, Signal.FINISHED);
        return Optional.of(new TargetCounters(
                finished.isPresent() ? OptionalLong.of(Math.round(finished.getAsDouble())) : OptionalLong.empty(),
                prefix(samples)));
    }

    /** Servers that count hits but not what they looked up, look up every prompt. */
    private static Optional<PrefixCounts> prefix(List<ServerSample> samples) {
        OptionalDouble hits = sum(samples, Signal.PREFIX_HITS);
        OptionalDouble queries = sum(samples, Signal.PREFIX_QUERIES);
        OptionalDouble lookedUp = queries.isPresent() ? queries : sum(samples, Signal.PROMPT_TOKENS);
        return hits.isPresent() && lookedUp.isPresent()
                ? Optional.of(new PrefixCounts(lookedUp.getAsDouble(), hits.getAsDouble()))
                : Optional.empty();
    }

    /** Over all engines; empty where none exposes it. */
    private static OptionalDouble sum(List<ServerSample> samples, Signal signal) {
        double[] values = values(samples, signal).toArray();
        return values.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Arrays.stream(values).sum());
    }

    /** Of the first role that has it: what engines say, their router says again. */
    static DoubleStream values(List<ServerSample> samples, Signal signal) {
        Optional<ServerRole> first = samples.stream()
                .filter(sample -> sample.getValues().containsKey(signal.id()))
                .map(ServerSample::getRole)
                .min(Comparator.naturalOrder());
        return samples.stream()
                .filter(sample -> first.filter(sample.getRole()::equals).isPresent())
                .flatMap(sample -> Optional.ofNullable(sample.getValues().get(signal.id())).stream())
                .mapToDouble(Double::doubleValue);
    }
}
