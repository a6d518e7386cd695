import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Fields = { name: string; email: string; plan: string; terms: boolean };
type Problems = Partial<Record<keyof Fields, string>>;

const PLANS = ['Friend', 'Family', 'Boat owner'];

function problemsOf(fields: Fields): Problems {
  const problems: Problems = {};
  if (fields.name.trim().length < 2) problems.name = 'Enter your name.';
  if (!/^\S+@\S+\.\S+$/.test(fields.email)) problems.email = 'Enter an e-mail address with an @.';
  if (!PLANS.includes(fields.plan)) problems.plan = 'Choose a membership.';
  if (!fields.terms) problems.terms = 'Accept the rules of the society.';
  return problems;
}

function MembershipForm() {
  const [fields, setFields] = useState<Fields>({ name: '', email: '', plan: '', terms: false });
  const [problems, setProblems] = useState<Problems>({});
  const [member, setMember] = useState<Fields>();

  const change = (part: Partial<Fields>): void => setFields((current) => ({ ...current, ...part }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = problemsOf(fields);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    await fetch('/members', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });
    setMember(fields);
  };

  if (member !== undefined)
    return (
      <main>
        <h1>Welcome, {member.name}</h1>
        <p role="status">
          Membership: {member.plan}. A letter goes to {member.email}.
        </p>
      </main>
    );
  return (
    <main>
      <h1>Become a member</h1>
      <form noValidate onSubmit={(event) => void save(event)}>
        <label>
          Name
          <input
            value={fields.name}
            onChange={(event) => change({ name: event.target.value })}
            aria-invalid={'name' in problems}
          />
        </label>
        {problems.name && <p role="alert">{problems.name}</p>}
        <label>
          E-mail
          <input
            type="email"
            value={fields.email}
            onChange={(event) => change({ email: event.target.value })}
            aria-invalid={'email' in problems}
          />
        </label>
        {problems.email && <p role="alert">{problems.email}</p>}
        <label>
          Membership
          <select value={fields.plan} onChange={(event) => change({ plan: event.target.value })}>
            <option value="">Please choose</option>
            {PLANS.map((plan) => (
              <option key={plan}>{plan}</option>
            ))}
          </select>
        </label>
        {problems.plan && <p role="alert">{problems.plan}</p>}
        <label>
          <input type="checkbox" checked={fields.terms} onChange={(event) => change({ terms: event.target.checked })} />{' '}
          I accept the rules
        </label>
        {problems.terms && <p role="alert">{problems.terms}</p>}
        <p>
          <button type="submit">Join the society</button>
        </p>
      </form>
    </main>
  );
}

const root = document.getElementById('app');
if (root !== null) createRoot(root).render(<MembershipForm />);
