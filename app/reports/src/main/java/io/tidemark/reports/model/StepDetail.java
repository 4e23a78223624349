package io.tidemark.reports.model;

import io.tidemark.events.ServerRole;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is known of a step beside its result.
 *
 * @param classes results of the request classes, where there is more than one
 * @param targets what each of several targets served
 * @param servers what each of several servers behind a target reported of itself
 * @param segments in order of time; none where it was not cut into several
 * @param requests what only its stored requests show
 * @param soak verdicts of its hours and days, where it has two hours of segments or more
 */
public record StepDetail(
        List<StepResultRow> classes,
        List<TargetShare> targets,
        List<ServerShare> servers,
        List<SegmentRow> segments,
        RequestSummary requests,
        Optional<SoakTimeline> soak) {
    public StepDetail {
        classes = List.copyOf(classes);
        targets = List.copyOf(targets);
        servers = List.copyOf(servers);
        segments = List.copyOf(segments);
    }

    /** With the verdicts that follow from its segments. */
    StepDetail(
            List<StepResultRow> classes,
            List<TargetShare> targets,
            List<ServerShare> servers,
            List<SegmentRow> segments,
            RequestSummary requests) {
        this(classes, targets, servers, segments, requests, SoakTimeline.of(segments));
    }

    public RequestTotalsRow facts() {
        return requests.facts();
    }

    /**
     * What one of several servers behind a target reported of itself while a step was measured.
     *
     * @param instance host and port of its page
     * @param finished requests that it finished; empty where it does not count them
     * @param cacheHitShare share of the tokens that its prefix cache was asked for and held, in [0, 1]
     * @param running requests in its batch, the mean
     * @param kvUsage share of its KV cache in use, the mean
     */
    public record ServerShare(
            String instance,
            OptionalDouble finished,
            OptionalDouble cacheHitShare,
            OptionalDouble running,
            OptionalDouble kvUsage) {
        /** Of the engines among the samples, by instance; none where they are of fewer than two. Samples are in order of time. */
        static List<ServerShare> of(List<ServerSampleRow> samples) {
            Map<String, List<ServerSampleRow>> byInstance = samples.stream()
                    .filter(sample -> sample.up() && sample.role() == ServerRole.ENGINE)
                    .collect(Collectors.groupingBy(ServerSampleRow::instance, TreeMap::new, Collectors.toList()));
            List<ServerShare> shares = new ArrayList<>();
            byInstance.forEach((instance, own) -> shares.add(of(instance, own)));
            return shares.size() < 2 ? List.of() : shares;
        }

        private static ServerShare of(String instance, List<ServerSampleRow> own) {
            OptionalDouble hits = increase(own, Signal.PREFIX_HITS);
            OptionalDouble queries = increase(own, Signal.PREFIX_QUERIES);
            OptionalDouble asked = queries.isPresent() ? queries : increase(own, Signal.PROMPT_TOKENS);
            boolean known = hits.isPresent() && asked.isPresent() && asked.getAsDouble() > 0;
            return new ServerShare(
                    instance,
                    increase(own, Signal.FINISHED),
                    known
                            ? OptionalDouble.of(Math.min(1, hits.getAsDouble() / asked.getAsDouble()))
                            : OptionalDouble.empty(),
                    mean(own, Signal.RUNNING),
                    mean(own, Signal.KV_USAGE));
        }

        /** Of a counter, all engines of the page together; one that began again counts from 0. */
        private static OptionalDouble increase(List<ServerSampleRow> samples, Signal counter) {
            Map<String, Double> last = new TreeMap<>();
            double sum = 0;
            boolean seen = false;
            for (ServerSampleRow sample : samples) {
                Double now = sample.values().get(counter.id());
                if (now != null) {
                    Double before = last.put(sample.engine(), now);
                    seen |= before != null;
                    sum += before == null ? 0 : now >= before ? now - before : now;
                }
            }
            return seen ? OptionalDouble.of(sum) : OptionalDouble.empty();
        }

        private static OptionalDouble mean(List<ServerSampleRow> samples, Signal gauge) {
            return samples.stream()
                    .filter(sample -> sample.values().containsKey(gauge.id()))
                    .mapToDouble(sample -> sample.values().get(gauge.id()))
                    .average();
        }
    }
}
