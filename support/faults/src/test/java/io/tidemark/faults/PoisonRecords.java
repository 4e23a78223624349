package io.tidemark.faults;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Records that no application must count or stumble over. A latency is a whole number here, so that NaN has no form of its own. */
final class PoisonRecords {
    /** One of them; none has no value at all. */
    record Dose(String name, Topic topic, Optional<ByteBuffer> value) {
        private Dose(String name, Topic topic, byte[] value) {
            this(name, topic, Optional.of(ByteBuffer.wrap(value)));
        }
    }

    private static final int LARGE_BYTES = 2 << 20;
    private static final Duration YEAR = Duration.ofDays(365);

    private final EventSender sender;
    private final SplittableRandom random;
    private final Instant now;

    PoisonRecords(EventSender sender, long seed, Instant now) {
        this.sender = sender;
        this.random = new SplittableRandom(seed);
        this.now = now;
    }

    List<Dose> doses() {
        List<Dose> doses = new ArrayList<>();
        for (Topic topic : List.of(Topic.TOKENS, Topic.REQUESTS, Topic.HEARTBEATS, Topic.CONTROL, Topic.SERVERS)) {
            doses.add(new Dose("random bytes", topic, noise(300)));
            doses.add(new Dose("unknown id", topic, withId(999_999)));
            doses.add(new Dose("nothing in it", topic, new byte[0]));
        }
        doses.add(new Dose("null", Topic.REQUESTS, Optional.empty()));
        doses.add(new Dose("null", Topic.TOKENS, Optional.empty()));
        doses.add(new Dose("2 MB", Topic.REQUESTS, noise(LARGE_BYTES)));
        byte[] good = sender.encoded(request().build());
        byte[] wrongMagic = good.clone();
        wrongMagic[0] = 1;
        doses.add(new Dose("wrong magic", Topic.REQUESTS, wrongMagic));
        doses.add(new Dose("cut off", Topic.REQUESTS, Arrays.copyOf(good, good.length / 2)));
        doses.add(event("negative latency", request().setFirstTokenNanos(-1L).setLastTokenNanos(5L)));
        doses.add(event("2^63 - 1", request().setEndNanos(Long.MAX_VALUE)));
        doses.add(event("-2^63", request().setSentNanos(Long.MIN_VALUE)));
        doses.add(event("in a year", request().setDue(now.plus(YEAR))));
        doses.add(event("2^31 values", request().setItlSketch(ByteBuffer.wrap(crowd()))));
        doses.add(new Dose("a batch of a day", Topic.TOKENS, sender.encoded(batchOfADay())));
        doses.add(beat("beat in a year", heartbeat().setAt(now.plus(YEAR)).setPublishedThrough(now.plus(YEAR))));
        doses.add(beat("beat of noise", heartbeat().setOpenAges(ByteBuffer.wrap(noise(20)))));
        return doses;
    }

    /** 1 s from chunk to chunk: each would be a second to keep. */
    private TokenBatch batchOfADay() {
        int chunks = (int) Duration.ofDays(1).toSeconds();
        return TokenBatch.newBuilder()
                .setRun(RealTimeLoad.RUN)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(1L << 40)
                .setRequest("lane-0-0")
                .setTarget(GeneratedEvents.TARGET)
                .setDue(now.minus(Duration.ofDays(1)))
                .setSentNanos(0)
                .setBatch(0)
                .setFirstChunk(0)
                .setOutputBefore(0)
                .setBaseNanos(0)
                .setGapsNanos(Collections.nCopies(chunks, Duration.ofSeconds(1).toNanos()))
                .setKinds(Collections.nCopies(chunks, ChunkKind.CONTENT))
                .setTokens(Collections.nCopies(chunks, 1))
                .setSizesBytes(Collections.nCopies(chunks, 1))
                .setLast(true)
                .build();
    }

    private Dose event(String name, RequestEvent.Builder request) {
        return new Dose(name, Topic.REQUESTS, sender.encoded(request.build()));
    }

    private Dose beat(String name, Heartbeat.Builder heartbeat) {
        return new Dose(name, Topic.HEARTBEATS, sender.encoded(heartbeat.build()));
    }

    private RequestEvent.Builder request() {
        return RequestEvent.newBuilder()
                .setRun(RealTimeLoad.RUN)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(1L << 40)
                .setRequest("lane-0-0")
                .setTarget(GeneratedEvents.TARGET)
                .setModel("m")
                .setDue(now)
                .setSentNanos(0L);
    }

    private Heartbeat.Builder heartbeat() {
        return Heartbeat.newBuilder()
                .setRun(RealTimeLoad.RUN)
                .setLane("lane-0")
                .setLaneSeq(1L << 40)
                .setAt(now)
                .setPublishedThrough(now)
                .setTokenBatches(0)
                .setRequests(0);
    }

    private static byte[] crowd() {
        LogHistogram crowd = new LogHistogram();
        crowd.add(1_000_000, Integer.MAX_VALUE);
        return crowd.encode();
    }

    private byte[] withId(int id) {
        byte[] bytes = noise(40);
        ByteBuffer.wrap(bytes).put((byte) 0).putInt(id);
        return bytes;
    }

    /** Never begins as an event does. */
    private byte[] noise(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        bytes[0] = bytes[0] == 0 ? 7 : bytes[0];
        return bytes;
    }
}
