package io.tidemark.producer.calibrate;

import io.tidemark.producer.validity.ServerTokenTimes;
import java.net.URI;
import java.util.List;

/** A server whose times of writing are known. */
public interface CalibrationServer extends AutoCloseable {
    /** Where it answers in this pacing. */
    URI url(ResponsePacing pacing);

    /**
     * What it has written so far, unless it was paced {@link ResponsePacing#AT_ONCE}.
     *
     * @throws IllegalStateException if it cannot say
     */
    List<ServerTokenTimes> tokenTimes();

    @Override
    void close();
}
