package io.tidemark.streams.signals;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.IncompleteSignals.FailedScrapes;
import io.tidemark.schemas.time.EpochMicros;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which scrapes of a target's instances were answered. One that fails does not say what role it would have had. Not thread-safe. */
final class AnsweredScrapes {
    private final Map<String, NavigableMap<Long, Boolean>> byInstance = new TreeMap<>();
    private final Set<String> engines = new HashSet<>();

    void add(ServerSample sample) {
        NavigableMap<Long, Boolean> answered =
                byInstance.computeIfAbsent(sample.getInstance(), unseen -> new TreeMap<>());
        answered.put(EpochMicros.of(sample.getScrapeEnd()), sample.getUp());
        if (answered.size() > InstanceScrapes.MAX_SCRAPES) {
            answered.pollFirstEntry();
        }
        if (sample.getRole() == ServerRole.ENGINE || sample.getRole() == ServerRole.ROUTER) {
            engines.add(sample.getInstance());
        }
    }

    /** Lets go of the oldest of a sample's instance. */
    void dropOldest(ServerSample sample) {
        byInstance.getOrDefault(sample.getInstance(), new TreeMap<>()).pollFirstEntry();
    }

    /** Instances some of whose scrapes in {@code [from, until)} failed; without those that never answered. */
    Stream<FailedScrapes> failed(long fromMicros, long untilMicros) {
        return byInstance.entrySet().stream()
                .filter(instance -> instance.getValue().containsValue(true))
                .map(instance -> {
                    Collection<Boolean> asked =
                            instance.getValue().subMap(fromMicros, untilMicros).values();
                    return new FailedScrapes(
                            instance.getKey(), asked.stream().filter(up -> !up).count(), asked.size());
                })
                .filter(scrapes -> scrapes.failed() > 0);
    }

    /** Adds those of the instances that are engines or routers. */
    void addFailed(SecondRange span, SecondSeries strand) {
        byInstance.forEach((instance, answered) -> {
            if (engines.contains(instance)) {
                answered.subMap(span.fromMicros(), true, span.untilMicros(), false)
                        .forEach((micros, up) -> strand.add(SecondRange.secondOf(micros), up ? 0 : 1, 1));
            }
        });
    }
}
