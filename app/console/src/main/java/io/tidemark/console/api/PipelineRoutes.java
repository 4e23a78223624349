package io.tidemark.console.api;

import io.javalin.http.Context;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.live.TopicEnds;
import io.tidemark.console.view.FeedView;
import io.tidemark.console.view.PipelineView;
import io.tidemark.console.view.PipelineView.TopicLag;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * How the way from the topics to the store is.
 *
 * @param offsets knows how far the sinks are
 * @param ends empty without a cluster
 */
record PipelineRoutes(AlertStore offsets, LiveTeams live, Optional<TopicEnds> ends, InstantSource clock) {
    void addTo(StoreRoutes routes) {
        routes.getWithoutSnapshot(ConsoleApi.PREFIX + "/pipeline", this::pipeline);
    }

    private Function<ResultReader, Object> pipeline(Context request) {
        Visible visible = Visible.to(request);
        List<FeedView> feeds = visible.feeds(live);
        List<String> problems = new ArrayList<>();
        Map<Team, Map<TopicPartition, Long>> found = found(feeds, problems);
        return results -> new PipelineView(
                clock.instant(),
                feeds,
                found.entrySet().stream()
                        .flatMap(team -> lag(team.getKey(), team.getValue()).stream())
                        .toList(),
                results.deadLetters().stream()
                        .filter(row -> visible.includes(row.team()))
                        .toList(),
                problems);
    }

    /** A cluster that did not answer for one team is not asked for the next. */
    private Map<Team, Map<TopicPartition, Long>> found(List<FeedView> feeds, List<String> problems) {
        Map<Team, Map<TopicPartition, Long>> all = new LinkedHashMap<>();
        for (FeedView feed : feeds) {
            try {
                ends.ifPresent(known -> all.put(feed.team(), known.of(feed.team())));
            } catch (KafkaException e) {
                problems.add(
                        "the ends of the topics of team " + feed.team() + " cannot be asked for: " + e.getMessage());
                if (e instanceof TimeoutException) {
                    return all;
                }
            }
        }
        return all;
    }

    private List<TopicLag> lag(Team team, Map<TopicPartition, Long> found) {
        Map<SourcePartition, SourceOffset> stored = offsets.sinkOffsets(team);
        Map<String, List<Map.Entry<TopicPartition, Long>>> byTopic = new TreeMap<>();
        found.entrySet()
                .forEach(end -> byTopic.computeIfAbsent(stream(end.getKey()), first -> new ArrayList<>())
                        .add(end));
        List<TopicLag> all = new ArrayList<>();
        byTopic.forEach((topic, partitions) ->
                all.add(new TopicLag(team, topic, partitions.size(), behind(team, partitions, stored))));
        return all;
    }

    /** A store names topics without their team. */
    private static String stream(TopicPartition partition) {
        return Topic.locate(partition.topic()).orElseThrow().topic().stream();
    }

    /** A partition that no sink has begun with is behind by all that it holds, if any other of the topic was. */
    private static OptionalLong behind(
            Team team, List<Map.Entry<TopicPartition, Long>> partitions, Map<SourcePartition, SourceOffset> stored) {
        long behind = 0;
        boolean begun = false;
        for (Map.Entry<TopicPartition, Long> end : partitions) {
            TopicPartition partition = end.getKey();
            SourceOffset offset = stored.get(new SourcePartition(team, stream(partition), partition.partition()));
            begun |= offset != null;
            behind += Math.max(0, end.getValue() - (offset == null ? 0 : offset.nextOffset()));
        }
        return begun ? OptionalLong.of(behind) : OptionalLong.empty();
    }
}
