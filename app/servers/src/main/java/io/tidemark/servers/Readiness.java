package io.tidemark.servers;

import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.net.PassingStatuses;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.probe.ServerQuestions.WarmUpAnswer;
import io.tidemark.servers.process.Guard;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Waits until a server answers, has the model that is wanted, and has answered its warm-up. It asks, and changes nothing of the start. */
record Readiness(Preparation preparation, GuardedServer.Parts parts, Guard guard, Course course) {
    private static final int WARM_UP_ATTEMPTS = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The progress of the start that is awaited. */
    interface Course {
        /** Whether the server has neither ended nor been asked to stop. */
        boolean isStarting();

        /** Returns after a poll interval, or at once when the server ends or is asked to stop. */
        void pause() throws InterruptedException;

        /** Waits until the reason for the end of the server is known. */
        void awaitWhyItEnded();
    }

    /**
     * A server that is ready.
     *
     * @param startUpSeconds until it answered
     * @param firstRequestSeconds of its warm-up; empty without one
     */
    record Ready(double startUpSeconds, OptionalDouble firstRequestSeconds) {}

    Ready await() throws NotReadyException, InterruptedException {
        long startNanos = parts.clock().nanos();
        awaitAnswer(startNanos);
        double startUpSeconds = secondsSince(startNanos);
        requireModel();
        long untilNanos =
                startNanos + preparation.request().server().ready().timeout().toNanos();
        return new Ready(startUpSeconds, warmUp(untilNanos));
    }

    private void awaitAnswer(long startNanos) throws NotReadyException, InterruptedException {
        ReadyPlan ready = preparation.request().server().ready();
        while (course.isStarting()) {
            boolean logReady = parts.scan().isReady();
            boolean begun = !parts.script().endsOnceStarted() || guard.exit().isDone();
            Optional<Integer> status = begun ? parts.questions().status(ready.path()) : Optional.empty();
            boolean answers = status.isPresent() && status.get() == ready.status();
            if (logReady
                    && answers
                    && (parts.script().endsOnceStarted() || !guard.exit().isDone())) {
                return;
            }
            if (parts.clock().nanos() - startNanos > ready.timeout().toNanos()) {
                throw notReady(ServerFailure.READY_TIMEOUT, late(ready, status, logReady));
            }
            course.pause();
        }
        throw new NotReadyException(Optional.empty());
    }

    private static String late(ReadyPlan ready, Optional<Integer> status, boolean logReady) {
        String after = "after " + ValueText.duration(ready.timeout()) + " ";
        if (status.isEmpty()) {
            return after + "nothing answered " + ready.path();
        }
        return after
                + (status.get() == ready.status() && !logReady
                        ? "its output had no line \"" + ready.logLine().orElse("") + "\""
                        : ready.path() + " answered HTTP " + status.get() + ", not " + ready.status());
    }

    /** Where it lists other models only, a request decides: some serve what they do not list. */
    private void requireModel() throws NotReadyException, InterruptedException {
        if (otherModels().isEmpty()) {
            return;
        }
        ServerStartRequest request = preparation.request();
        try {
            requireModel(
                    parts.questions().warmUp(request.warmUp(), request.target().model(), 0));
        } catch (IOException e) {
            course.pause(); // no answer is none about the model: the warm-up or the load asks again
        }
    }

    private void requireModel(WarmUpAnswer answer) throws NotReadyException, InterruptedException {
        if (answer.status() < 400 || PassingStatuses.UNLISTED_MODEL.contains(answer.status())) {
            return;
        }
        List<String> served = otherModels();
        if (!served.isEmpty()) {
            throw notReady(
                    ServerFailure.MODEL_NOT_FOUND,
                    "it serves no model \"" + preparation.request().target().model() + "\"; it serves: "
                            + String.join(", ", served) + "; " + answer.description());
        }
    }

    /** The models that it lists, if the wanted one is not among them. */
    private List<String> otherModels() throws InterruptedException {
        String wanted = preparation.request().target().model();
        List<String> served = wanted.isEmpty() ? List.of() : parts.questions().models();
        return served.contains(wanted) ? List.of() : served;
    }

    private OptionalDouble warmUp(long untilNanos) throws NotReadyException, InterruptedException {
        ServerStartRequest request = preparation.request();
        OptionalDouble first = OptionalDouble.empty();
        String model = "";
        for (int i = 1; i <= request.server().warmUpRequests(); i++) {
            if (model.isEmpty()) {
                model = request.target().model().isEmpty()
                        ? parts.questions().models().stream().findFirst().orElse("")
                        : request.target().model();
            }
            double seconds = warmUpRequest(model, i, untilNanos);
            if (first.isEmpty()) {
                first = OptionalDouble.of(seconds);
            }
        }
        return first;
    }

    /**
     * Sent again until the server must be ready while its status may be another one soon, and once without an answer: a server may
     * have closed the connection that the question before it left open.
     */
    private double warmUpRequest(String model, int number, long untilNanos)
            throws NotReadyException, InterruptedException {
        ServerFailure failure = ServerFailure.WARM_UP_FAILED;
        String why = "";
        for (int unanswered = 0; unanswered < WARM_UP_ATTEMPTS && course.isStarting(); course.pause()) {
            long sentNanos = parts.clock().nanos();
            try {
                WarmUpAnswer answer =
                        parts.questions().warmUp(preparation.request().warmUp(), model, number);
                if (answer.isOk()) {
                    return secondsSince(sentNanos);
                }
                requireModel(answer); // its list may have had no answer before
                why = answer.description();
                failure = answer.mayPass() ? ServerFailure.READY_TIMEOUT : ServerFailure.WARM_UP_FAILED;
                if (!answer.mayPass()
                        || outOfMemory().isPresent()
                        || parts.clock().nanos() > untilNanos) {
                    break;
                }
            } catch (IOException e) {
                failure = ServerFailure.WARM_UP_FAILED;
                why = String.valueOf(e.getMessage());
                unanswered++;
            }
        }
        if (guard.exit().isDone()) {
            // It ended, which says more; another thread finds out why.
            course.awaitWhyItEnded();
        }
        if (why.isEmpty()) {
            throw new NotReadyException(Optional.empty());
        }
        throw notReady(failure, "warm-up request " + number + " failed: " + why);
    }

    /** The line by which its output says so. */
    private Optional<String> outOfMemory() {
        return parts.scan()
                .failure()
                .filter(found -> found.getKey().failure() == ServerFailure.OUT_OF_MEMORY)
                .map(Map.Entry::getValue);
    }

    /** A server that lacks the memory for its first request may go on and refuse all; its output says why. */
    private NotReadyException notReady(ServerFailure failure, String reason) {
        Optional<String> memory = failure == ServerFailure.MODEL_NOT_FOUND ? Optional.empty() : outOfMemory();
        return new NotReadyException(Optional.of(new ServerEnd(
                memory.isPresent() ? ServerFailure.OUT_OF_MEMORY : failure,
                memory.map(line -> line + "; " + reason).orElse(reason),
                OptionalInt.empty(),
                parts.log().lastLines())));
    }

    private double secondsSince(long nanos) {
        return (parts.clock().nanos() - nanos) / NANOS_PER_SECOND;
    }

    /** A server does not become ready. */
    static final class NotReadyException extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient Optional<ServerEnd> end;

        /** @param end the reason; empty if the server ended or was asked to stop */
        NotReadyException(Optional<ServerEnd> end) {
            super(end.map(ServerEnd::reason).orElse("it ended"));
            this.end = end;
        }

        Optional<ServerEnd> end() {
            return end;
        }
    }
}
