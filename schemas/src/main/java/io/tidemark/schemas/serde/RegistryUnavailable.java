package io.tidemark.schemas.serde;

/** The registry could not be asked: an outage or wrong credentials, to be retried, never a reason to give a record up. */
public final class RegistryUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegistryUnavailable(String what, String url, Throwable cause) {
        super(what + ": the registry " + url + " could not be asked: " + cause, cause);
    }
}
