package io.tidemark.servers;

import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.servers.process.Guard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Waits until a server answers, has the model that is wanted, and has answered its warm-up. It asks, and changes nothing of the start. */
record Readiness(Preparation preparation, GuardedServer.Parts parts, Guard guard, Course course) {
    private static final int WARM_UP_ATTEMPTS = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    /** How far the start is that is waited for. */
    interface Course {
        /** Whether it neither ended nor is told to. */
        boolean isStarting();

        /** Returns after a while, and at once when it ends or is told to. */
        void pause() throws InterruptedException;

        /** Returns when it is known why it ended. */
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
        return new Ready(startUpSeconds, warmUp());
    }

    private void awaitAnswer(long startNanos) throws NotReadyException, InterruptedException {
        ReadyPlan ready = preparation.request().server().ready();
        while (course.isStarting()) {
            boolean said = parts.scan().saidReady();
            boolean begun = !parts.script().endsOnceStarted() || guard.exit().isDone();
            Optional<Integer> status = begun ? parts.questions().status(ready.path()) : Optional.empty();
            boolean answers = status.isPresent() && status.get() == ready.status();
            if (said
                    && answers
                    && (parts.script().endsOnceStarted() || !guard.exit().isDone())) {
                return;
            }
            if (parts.clock().nanos() - startNanos > ready.timeout().toNanos()) {
                throw notReady(ServerFailure.READY_TIMEOUT, late(ready, status, said));
            }
            course.pause();
        }
        throw new NotReadyException(Optional.empty());
    }

    private static String late(ReadyPlan ready, Optional<Integer> status, boolean said) {
        String after = "after " + ready.timeout().toSeconds() + " s ";
        if (status.isEmpty()) {
            return after + "nothing answered " + ready.path();
        }
        return after
                + (status.get() == ready.status() && !said
                        ? "its output had no line \"" + ready.logLine().orElse("") + "\""
                        : ready.path() + " answered HTTP " + status.get() + ", not " + ready.status());
    }

    /** A server of another model is told before its first request, which it would refuse without a word of why. */
    private void requireModel() throws NotReadyException, InterruptedException {
        String wanted = preparation.request().target().model();
        List<String> served = parts.questions().models();
        if (!wanted.isEmpty() && !served.isEmpty() && !served.contains(wanted)) {
            throw notReady(
                    ServerFailure.MODEL_NOT_FOUND,
                    "it serves no model \"" + wanted + "\"; it serves: " + String.join(", ", served));
        }
    }

    private OptionalDouble warmUp() throws NotReadyException, InterruptedException {
        ServerStartRequest request = preparation.request();
        OptionalDouble first = OptionalDouble.empty();
        String model = "";
        for (int i = 1; i <= request.server().warmUpRequests(); i++) {
            if (model.isEmpty()) {
                model = request.target().model().isEmpty()
                        ? parts.questions().models().stream().findFirst().orElse("")
                        : request.target().model();
            }
            double seconds = warmUpRequest(model, i);
            if (first.isEmpty()) {
                first = OptionalDouble.of(seconds);
            }
        }
        return first;
    }

    /** Sent again once: a server may have closed the connection that the question before it left open. */
    private double warmUpRequest(String model, int number) throws NotReadyException, InterruptedException {
        String why = "";
        for (int attempt = 1; attempt <= WARM_UP_ATTEMPTS; attempt++) {
            long sentNanos = parts.clock().nanos();
            try {
                parts.questions().warmUp(preparation.request().api(), model, number);
                return secondsSince(sentNanos);
            } catch (IOException e) {
                why = String.valueOf(e.getMessage());
                course.pause();
            }
        }
        if (guard.exit().isDone()) {
            // It ended, which says more; another thread finds out why.
            course.awaitWhyItEnded();
        }
        throw notReady(ServerFailure.READY_TIMEOUT, "warm-up request " + number + " failed: " + why);
    }

    private NotReadyException notReady(ServerFailure failure, String reason) {
        return new NotReadyException(Optional.of(
                new ServerEnd(failure, reason, OptionalInt.empty(), parts.log().lastLines())));
    }

    private double secondsSince(long nanos) {
        return (parts.clock().nanos() - nanos) / NANOS_PER_SECOND;
    }
}
