package io.tidemark.producer.calibrate;

import java.net.URI;
import java.util.List;

/** A server whose times of writing are known. */
public interface CalibrationServer extends AutoCloseable {
    /** Where it answers in this pacing. */
    URI url(Pacing pacing);

    /**
     * What it has written so far, unless it was paced {@link Pacing#AT_ONCE}.
     *
     * @throws IllegalStateException if it cannot say
     */
    List<ServedRequest> served();

    @Override
    void close();
}
