package io.tidemark.schemas.sketch;

/** Bytes that are not an encoded {@link LogHistogram}: foreign, truncated, or of another version or scale. */
public final class SketchFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    SketchFormatException(String message) {
        super(message);
    }
}
