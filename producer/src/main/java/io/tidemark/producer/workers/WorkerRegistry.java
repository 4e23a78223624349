package io.tidemark.producer.workers;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the leader knows of the other lanes: who is ready, whose share of a step is over, and who is lost. A lane is lost when it
 * does not join in time, falls silent, or its process ends before its closing heartbeat. Moments are nanoseconds of one monotonic
 * clock. Thread-safe.
 */
final class WorkerRegistry {
    static final Duration SILENCE = Duration.ofSeconds(10);

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, String> lost = new TreeMap<>();
    private final long joinByNanos;
    private final Duration joinWithin;
    private boolean stopping;

    /** @param joinWithin how long the others may take until their first heartbeat */
    WorkerRegistry(WorkerShare share, long nowNanos, Duration joinWithin) {
        share.lanes().stream()
                .filter(lane -> !lane.equals(share.lane()))
                .forEach(lane -> members.put(lane, new Member()));
        this.joinWithin = joinWithin;
        this.joinByNanos = nowNanos + joinWithin.toNanos();
    }

    private static final class Member {
        private @Nullable Heartbeat latest;
        private long heardNanos;
    }

    synchronized void recordHeartbeat(Heartbeat beat, long nowNanos) {
        Member member = members.get(beat.getLane());
        if (member != null) {
            member.latest = beat;
            member.heardNanos = nowNanos;
            LaneStepEnd end = beat.getStepEnd();
            if (end != null && end.getGivenUp() && !stopping && lost.isEmpty()) {
                lost.put(beat.getLane(), beat.getLane() + " was lost: it was stopped before its time");
            }
        }
    }

    /** The leader asks the others to stop: from here on it is no loss if they do. */
    synchronized void stopping() {
        stopping = true;
    }

    /** A lane's process ended, or could not be started. */
    synchronized void processEnded(String lane, String how) {
        Member member = members.get(lane);
        if (member != null && !isFinished(member)) {
            lost.putIfAbsent(lane, lane + " was lost: " + how);
        }
    }

    /** Notes who has been silent for too long. */
    synchronized void detectSilence(long nowNanos) {
        members.forEach((lane, member) -> {
            if (member.latest == null && nowNanos > joinByNanos) {
                lost.putIfAbsent(lane, lane + " was lost: it did not join within " + ValueText.duration(joinWithin));
            } else if (member.latest != null
                    && !isFinished(member)
                    && nowNanos - member.heardNanos > SILENCE.toNanos()) {
                lost.putIfAbsent(
                        lane, lane + " was lost: no heartbeat came from it for " + ValueText.duration(SILENCE));
            }
        });
    }

    synchronized boolean anyLost() {
        return !lost.isEmpty();
    }

    /** Whether every lane is ready to begin the step. */
    synchronized boolean allReady(int step) {
        return members.values().stream()
                .allMatch(member -> member.latest != null && member.latest.getReadyStep() >= step);
    }

    /** Whether no share of the step is missing that may still come. */
    synchronized boolean allEnded(int step) {
        return members.entrySet().stream()
                .allMatch(member -> lost.containsKey(member.getKey())
                        || isFinished(member.getValue())
                        || end(member.getValue(), step).isPresent());
    }

    /** Whether every lane that is not lost has sent its closing heartbeat. */
    synchronized boolean allFinished() {
        return members.entrySet().stream()
                .allMatch(member -> lost.containsKey(member.getKey()) || isFinished(member.getValue()));
    }

    /** The shares of a step that are known. */
    synchronized Map<String, LaneStepEnd> stepEnds(int step) {
        Map<String, LaneStepEnd> ends = new TreeMap<>();
        members.forEach((lane, member) -> end(member, step).ifPresent(end -> ends.put(lane, end)));
        return ends;
    }

    /** Why the figures must not be used. */
    synchronized List<String> invalidReasons() {
        List<String> reasons = new ArrayList<>(lost.values());
        members.forEach((lane, member) -> {
            if (member.latest != null && member.latest.getOverflow() > 0) {
                reasons.add(ValueText.count(member.latest.getOverflow()) + " events of " + lane
                        + " were lost on their way to Kafka");
            }
        });
        return reasons;
    }

    private static Optional<LaneStepEnd> end(Member member, int step) {
        return Optional.ofNullable(member.latest).map(Heartbeat::getStepEnd).filter(end -> end.getStep() == step);
    }

    private static boolean isFinished(Member member) {
        return member.latest != null && member.latest.getClosing();
    }
}
