package io.tidemark.alerts.text;

/** A template that cannot be used; the message begins with "must". */
public final class InvalidTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidTemplateException(String rule) {
        super(rule);
    }
}
