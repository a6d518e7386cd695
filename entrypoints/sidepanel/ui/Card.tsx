import type { ReactNode } from 'react';

/** The one family of cards: title line (icon, verb phrase, state), body, at most two buttons. */
export function Card(props: {
  icon: ReactNode;
  title: ReactNode;
  state?: ReactNode;
  tone?: 'plain' | 'asking' | 'problem';
  label: string;
  role?: 'group' | 'alert' | 'status';
  testId?: string;
  children?: ReactNode;
  id?: string;
}) {
  return (
    <section
      className={`card card-${props.tone ?? 'plain'}`}
      role={props.role ?? 'group'}
      aria-label={props.label}
      data-testid={props.testId}
      id={props.id}
      tabIndex={-1}
    >
      <div className="card-title">
        <span className="card-icon" aria-hidden="true">
          {props.icon}
        </span>
        <span className="card-name">{props.title}</span>
        {props.state === undefined ? null : <span className="card-state">{props.state}</span>}
      </div>
      {props.children === undefined ? null : <div className="card-body">{props.children}</div>}
    </section>
  );
}

/** Details that stay folded until they are wanted. */
export function Fold(props: { summary: ReactNode; children: ReactNode; testId?: string; open?: boolean }) {
  return (
    <details className="fold" data-testid={props.testId} open={props.open}>
      <summary>{props.summary}</summary>
      <div className="fold-body">{props.children}</div>
    </details>
  );
}
