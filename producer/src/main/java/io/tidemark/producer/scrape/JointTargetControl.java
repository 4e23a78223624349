package io.tidemark.producer.scrape;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Several targets that share a load, asked one after the other.
 *
 * @param targets by name, in their order
 */
public record JointTargetControl(Map<String, TargetControl> targets) implements TargetControl {
    /** Done where all have done it. */
    @Override
    public Reset resetPrefixCache() throws InterruptedException {
        List<String> refusals = new ArrayList<>();
        for (Map.Entry<String, TargetControl> target : targets.entrySet()) {
            Reset reset = target.getValue().resetPrefixCache();
            if (!reset.done()) {
                refusals.add(target.getKey() + ": " + reset.description());
            }
        }
        return refusals.isEmpty() ? Reset.DONE : Reset.refused(String.join("; ", refusals));
    }

    /** The sum; of what one of them does not say there is none. */
    @Override
    public Optional<TargetCounters> counters() throws InterruptedException {
        List<TargetCounters> all = new ArrayList<>();
        for (TargetControl target : targets.values()) {
            target.counters().ifPresent(all::add);
        }
        return all.size() < targets.size()
                ? Optional.empty()
                : Optional.of(new TargetCounters(finished(all), prefix(all)));
    }

    private static OptionalLong finished(List<TargetCounters> all) {
        return all.stream().allMatch(counters -> counters.finished().isPresent())
                ? OptionalLong.of(all.stream()
                        .mapToLong(counters -> counters.finished().orElseThrow())
                        .sum())
                : OptionalLong.empty();
    }

    private static Optional<PrefixCounts> prefix(List<TargetCounters> all) {
        return all.stream()
                .map(TargetCounters::prefix)
                .reduce((one, other) -> one.flatMap(counts -> other.map(
                        more -> new PrefixCounts(counts.queries() + more.queries(), counts.hits() + more.hits()))))
                .orElse(Optional.empty());
    }

    @Override
    public boolean isDedicated() {
        return targets.values().stream().allMatch(TargetControl::isDedicated);
    }

    /** The engines of all; version and longest input are the first's. */
    @Override
    public ReportedServerConfig reportedConfig() throws InterruptedException {
        List<ReportedServerConfig> all = new ArrayList<>();
        for (TargetControl target : targets.values()) {
            all.add(target.reportedConfig());
        }
        List<Map<String, String>> engines =
                all.stream().flatMap(config -> config.engines().stream()).toList();
        return new ReportedServerConfig(all.get(0).version(), all.get(0).maxModelLen(), engines);
    }
}
