package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TopicTest {
    private static final Team TEAM = new Team("perf-1");

    @ParameterizedTest
    @EnumSource(Topic.class)
    void aTopicsNameLeadsBackToItsTeamAndStream(Topic topic) {
        assertThat(Topic.locate(topic.in(TEAM))).contains(new Topic.Located(TEAM, topic));
    }

    @Test
    void inputsAreWhatProducersWrite() {
        assertThat(Topic.values())
                .filteredOn(Topic::isInput)
                .containsExactly(Topic.TOKENS, Topic.REQUESTS, Topic.CONTROL, Topic.HEARTBEATS, Topic.SERVERS);
    }

    @Test
    void otherTopicsAreNotOurs() {
        assertThat(Topic.locate("tidemark.perf.streams-run-inbox-repartition")).isEmpty();
        assertThat(Topic.locate("orders")).isEmpty();
        assertThat(Topic.locate("tidemark.PERF.tokens")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void everyTopicIsStampedByTheBroker(Topic topic) {
        assertThat(topic.config())
                .containsEntry("message.timestamp.type", "LogAppendTime")
                .containsKey("cleanup.policy")
                .as("no topic grows with time")
                .containsKey("retention.ms");
    }

    @Test
    void requestsOfALaneStayTogetherAndLanesSpread() {
        int first = Topic.REQUESTS.partition(Keys.request("R", "lane-1", 0), 8);
        assertThat(IntStream.range(0, 50)
                        .map(i -> Topic.REQUESTS.partition(Keys.request("R", "lane-1", i), 8))
                        .distinct()
                        .toArray())
                .containsExactly(first);
        assertThat(IntStream.range(0, 50)
                        .map(i -> Topic.TOKENS.partition(Keys.request("R", "lane-" + i, 0), 8))
                        .distinct()
                        .count())
                .isGreaterThan(4);
    }

    @Test
    void allOfARunsControlAndHeartbeatsMeetInOnePartition() {
        int partition = Topic.CONTROL.partition(Keys.run("R"), 8);
        assertThat(Topic.CONTROL.partition(Keys.step("R", 3), 8)).isEqualTo(partition);
        assertThat(Topic.CONTROL.partition(Keys.slo("R", "ttft p95 < 1s"), 8)).isEqualTo(partition);
        assertThat(Topic.HEARTBEATS.partition(Keys.heartbeat("R", "lane-9"), 8)).isEqualTo(partition);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Perf", "a.b", "a_b", "x23456789012345678901234567890123"})
    void badTeamNamesAreRefusedWithTheRule(String name) {
        assertThatThrownBy(() -> new Team(name)).hasMessage("team must match [a-z0-9-]{1,32} but was \"" + name + "\"");
    }

    @Test
    void runIdsAreUlidsThatSortByTime() {
        SplittableRandom random = new SplittableRandom(1);
        String earlier = Ulid.next(InstantSource.fixed(Instant.ofEpochMilli(1_469_918_176_385L)), random);
        String later = Ulid.next(InstantSource.fixed(Instant.ofEpochMilli(1_469_918_176_386L)), random);
        // The time part of the specification's example.
        assertThat(earlier).startsWith("01ARYZ6S41").hasSize(26).isLessThan(later);
        assertThat(Ulid.isValid(earlier)).isTrue();
        assertThatThrownBy(() -> Ulid.require("run-1")).hasMessageContaining("\"run-1\"");
    }
}
