package io.tidemark.producer.runtime;

/** The lane's thread answers nothing any more. Its message names what hung. */
public final class LaneHungException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LaneHungException(String hang) {
        super(hang);
    }
}
