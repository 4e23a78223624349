package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.load.LaneScript;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/**
 * What a team's topics hold before anybody reads them.
 *
 * @param tokens output tokens; one chunk each
 */
record Traffic(Team team, long requests, long tokens) {
    private static final int SEED = 7;

    /** Event time that it spans, all of it past. */
    private static final double SECONDS_PER_STEP = 33;

    /** Makes the topics and fills them, all lanes side by side in the order of their times. */
    static Traffic publish(Stack stack, Workbench bench, Team team, StreamsSize size)
            throws InterruptedException, ExecutionException {
        stack.create(team);
        SplittableRandom random = new SplittableRandom(SEED);
        List<SyntheticRun> runs = new ArrayList<>();
        long requests = 0;
        long tokens = 0;
        for (int i = 0; i < size.runs(); i++) {
            RunShape shape = shape(bench, size, random);
            runs.add(new SyntheticRun(shape, random.split()));
            requests += shape.requests();
            tokens += shape.tokens();
        }
        try (KafkaPublisher publisher = stack.publisher(team)) {
            runs.forEach(run -> run.publishStart(publisher));
            play(runs, publisher);
            runs.forEach(run -> run.publishEnd(publisher));
            publisher.flush();
            if (publisher.lost() > 0) {
                throw new IllegalStateException(publisher.lost() + " events for team " + team + " were lost");
            }
        }
        return new Traffic(team, requests, tokens);
    }

    /** Whether windows hold all of it: a TTFT per request, and a gap per further token. */
    boolean isIn(FinalWindows.Held held) {
        return held.ttfts() == requests && held.itls() == tokens - requests;
    }

    private static RunShape shape(Workbench bench, StreamsSize size, SplittableRandom random) {
        Duration length = Duration.ofMillis(Math.round(1_000 * (size.steps() * SECONDS_PER_STEP + 30)));
        return new RunShape(
                Ulid.next(bench.wall(), random),
                bench.wall().instant().minus(length),
                size.lanes(),
                size.steps(),
                size.requestsPerStep(),
                size.requestsPerStep() / SECONDS_PER_STEP,
                RunShape.Answers.CHAT);
    }

    private static void play(List<SyntheticRun> runs, KafkaPublisher publisher) {
        Queue<LaneScript> lanes = new PriorityQueue<>(Comparator.comparingLong(LaneScript::nextNanos));
        runs.forEach(run -> lanes.addAll(run.lanes()));
        while (!lanes.isEmpty()) {
            LaneScript lane = lanes.remove();
            lane.publishNext(publisher);
            if (lane.hasNext()) {
                lanes.add(lane);
            }
        }
    }
}
