package io.tidemark.simulator.serve;

/** A command line that is refused, in the words of Python's argparse after {@code error:}. */
public final class ServeArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServeArgumentException(String message) {
        super(message);
    }
}
